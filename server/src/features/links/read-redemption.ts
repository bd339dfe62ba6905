import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { maskVpas } from "#lib/mask-account";
import { isEmailAddress, isPhoneNumber } from "#messages";
import { readNewestClaims, type Claim, type ClaimMode, type Destination } from "./claim.ts";
import { readOfferedModes, type Visitor } from "./confirm-claim.ts";
import {
  FAILURES_MAX,
  findLinkOfToken,
  hashLinkToken,
  isOpen,
  merchantOfLinkToken,
  publicStatusOf,
  type Link,
} from "./link.ts";
import { pauseOf, readSession } from "./prove-payee.ts";

/** The destination as it can be shown: never with a whole account number. */
export type ShownDestination = Omit<Destination, "sealedAccount">;

/** The data of a link's page for this visitor. Amounts are in paise, times by the merchant's clock. */
export interface Redemption {
  readonly linkId: string;
  readonly merchantName: string;
  readonly isSandbox: boolean;
  readonly amountPaise: bigint;
  readonly remarks: string;
  /** The payee's name and the masked phone number. */
  readonly name: string;
  readonly maskedPhone: string;
  /** The masked addresses for one-time passwords. Null means that nothing can be sent there. */
  readonly passwordTo: { readonly phone: string | null; readonly email: string | null };
  readonly expiresAt: Date;
  readonly state: "open" | "pending" | "redeemed" | "reversed" | "expired";
  /** The reason why the last claim failed or the link ended. */
  readonly reason: string | null;
  readonly triesLeft: number;
  readonly retryAt: Date | null;
  readonly utr: string | null;
  readonly endedAt: Date | null;
  /** The time when the latest password expires. Null if no password is valid. */
  readonly passwordEndsAt: Date | null;
  /** No code is accepted before this time, because of wrong ones. Null if codes are accepted. */
  readonly codesRefusedUntil: Date | null;
  readonly now: Date;
  /** Data for a verified payee; null for other visitors. */
  readonly proved: {
    readonly modes: readonly ClaimMode[];
    readonly draft: (ShownDestination & { readonly draftId: string }) | null;
    readonly claim: (ShownDestination & { readonly orderedAt: Date }) | null;
  } | null;
}

/** Reads the current data of a link's page; null if there is no such link. */
export async function readRedemption(
  ctx: Context,
  { token, sessionToken }: Visitor,
): Promise<Redemption | null> {
  const merchantId = merchantOfLinkToken(token);
  if (merchantId === null) return null;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await findLinkOfToken(tx, hashLinkToken(token));
    if (link === undefined) return null;
    const [merchant, proved] = await Promise.all([
      readMerchant(tx),
      readProved(ctx, tx, { link, sessionToken }),
    ]);
    const { passwordEndsAt } = link;
    return {
      linkId: link.linkId,
      merchantName: merchant.name,
      isSandbox: merchant.mode === "sandbox",
      amountPaise: link.amountPaise,
      remarks: link.remarks,
      name: link.name,
      maskedPhone: maskPhone(link.phone),
      passwordTo: {
        phone: isPhoneNumber(link.phone) ? maskPhone(link.phone) : null,
        email: link.email !== null && isEmailAddress(link.email) ? maskEmail(link.email) : null,
      },
      expiresAt: link.expiresAt,
      ...stateOf(link, tx.now),
      triesLeft: FAILURES_MAX - link.failures,
      retryAt: link.retryAt !== null && link.retryAt > tx.now ? link.retryAt : null,
      utr: link.utr,
      endedAt: link.endedAt,
      passwordEndsAt: passwordEndsAt !== null && passwordEndsAt > tx.now ? passwordEndsAt : null,
      codesRefusedUntil: pauseOf(link, tx.now),
      now: tx.now,
      proved,
    };
  });
}

function stateOf(link: Link, now: Date): Pick<Redemption, "state" | "reason"> {
  if (isOpen(link, now)) return { state: "open", reason: link.reason };
  const { status, reason } = publicStatusOf(link, now);
  return { state: status.toLowerCase() as Redemption["state"], reason };
}

async function readProved(
  ctx: Context,
  tx: Tx,
  { link, sessionToken }: { link: Link; sessionToken: string | null },
): Promise<Redemption["proved"]> {
  const session = await readSession(tx, link.linkId, sessionToken);
  if (session === null) return null;
  const [modes, [claim]] = await Promise.all([
    readOfferedModes(ctx, tx, link),
    readNewestClaims(tx, [link.linkId]),
  ]);
  const { draft } = session;
  return {
    modes,
    draft: draft === null ? null : { ...shown(draft), draftId: draft.draftId },
    claim: claim === undefined ? null : { ...shown(claim), orderedAt: claim.orderedAt },
  };
}

const shown = ({ mode, accountLast4, ifsc, vpa }: Destination | Claim): ShownDestination => ({
  mode,
  accountLast4,
  ifsc,
  vpa: vpa && maskVpas(vpa),
});

const maskPhone = (phone: string): string => `••••${phone.slice(-4)}`;

/** Shows the first letter and the domain, which is enough to recognize one's own address. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0]}••••${email.slice(at)}`;
}
