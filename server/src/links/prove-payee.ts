import { timingSafeEqual } from "node:crypto";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { endLink } from "./decide-link.ts";
import { isOpen, type Link } from "./link.ts";
import { hashPassword } from "./one-time-password.ts";
import { openLink } from "./open-link.ts";
import { beginSession } from "./session.ts";
import { forgetPasswordsOf } from "./tell-payees.ts";
import { writeLinkChanges } from "./write-link-changes.ts";
import { WRONG_MAX } from "./terms.ts";

export type Proof =
  | { readonly kind: "proved"; readonly sessionToken: string }
  /** The number of tries before the link ends. */
  | { readonly kind: "wrong"; readonly left: number }
  /** No password is valid any more. */
  | { readonly kind: "stale" }
  | { readonly kind: "closed" };

/**
 * Checks a one-time password. The right one works once and begins a session. The fifth wrong one in a row
 * ends the link, counted over all browsers and passwords. Null if there is no such link.
 */
export async function provePayee(ctx: Context, token: string, password: string): Promise<Proof | null> {
  return openLink(ctx, token, async (tx, link): Promise<Proof> => {
    const { linkId, passwordHash, passwordEndsAt } = link;
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    if (passwordHash === null || passwordEndsAt === null || passwordEndsAt <= tx.now)
      return { kind: "stale" };
    if (!timingSafeEqual(passwordHash, hashPassword(ctx.vault, linkId, password)))
      return countWrong(tx, link);
    await tx.execute(
      `update links.link
       set password_hash = null, password_ends_at = null, passwords_wrong = 0
       where merchant_id = $1
         and link_id = $2`,
      [tx.merchantId, linkId],
    );
    await forgetPasswordsOf(tx, link);
    return { kind: "proved", sessionToken: await beginSession(tx, linkId) };
  });
}

async function countWrong(tx: Tx, link: Link): Promise<Proof> {
  const passwordsWrong = link.passwordsWrong + 1;
  if (passwordsWrong >= WRONG_MAX) {
    await writeLinkChanges(tx, [endLink({ ...link, passwordsWrong }, "OTP_ATTEMPTS_EXCEEDED", tx.now)]);
    await forgetPasswordsOf(tx, link);
    return { kind: "closed" };
  }
  await tx.execute(
    `update links.link
     set passwords_wrong = $3
     where merchant_id = $1
       and link_id = $2`,
    [tx.merchantId, link.linkId, passwordsWrong],
  );
  return { kind: "wrong", left: WRONG_MAX - passwordsWrong };
}
