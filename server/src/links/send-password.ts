import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isOpen, type Link } from "./link.ts";
import { hashPassword, hourOf, makePassword, nextSendAt } from "./one-time-password.ts";
import { openLink } from "./open-link.ts";
import { sendPasswordTo } from "./tell-payees.ts";
import { PASSWORD_MINUTES } from "./terms.ts";

export type Sending =
  | { readonly kind: "sent" }
  /** Too many were sent: another is possible from `at`, or never if it is null. */
  | { readonly kind: "too_soon"; readonly at: Date | null }
  | { readonly kind: "closed" };

/** Sends a link's payee a new one-time password, which replaces the last; null without such a link. */
export async function sendPassword(ctx: Context, token: string): Promise<Sending | null> {
  return openLink(ctx, token, async (tx, link): Promise<Sending> => {
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    const at = nextSendAt(link, tx.now);
    if (at === null || at > tx.now) return { kind: "too_soon", at };
    const password = makePassword();
    await keepPassword(ctx, tx, link, password);
    await sendPasswordTo(tx, link, { password, merchant: await readMerchant(tx), minutes: PASSWORD_MINUTES });
    return { kind: "sent" };
  });
}

async function keepPassword(ctx: Context, tx: Tx, link: Link, password: string): Promise<void> {
  const { hourAt, inHour } = hourOf(link, tx.now);
  await tx.execute(
    `update links.link
     set password_hash = $3,
         password_sent_at = $4,
         password_ends_at = $5,
         password_hour_at = $6,
         passwords_in_hour = $7,
         passwords_sent = passwords_sent + 1
     where merchant_id = $1
       and link_id = $2`,
    [
      tx.merchantId,
      link.linkId,
      hashPassword(ctx.vault, link.linkId, password),
      tx.now,
      new Date(tx.now.getTime() + PASSWORD_MINUTES * 60_000),
      hourAt,
      inHour + 1,
    ],
  );
}
