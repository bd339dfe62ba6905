import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { maskVpas } from "#lib/mask-account";
import { isEmailAddress, isPhoneNumber } from "#messages";
import { readNewestClaims, type Claim, type ClaimMode, type Destination } from "./claim.ts";
import { FAILURES_MAX } from "./terms.ts";
import type { Visitor } from "./draft-claim.ts";
import { findLinkOfToken, isOpen, publicStatusOf, type Link } from "./link.ts";
import { hashLinkToken, merchantOfLinkToken } from "./link-token.ts";
import { nextSendAt } from "./one-time-password.ts";
import { readOfferedModes } from "./offered-modes.ts";
import { readSession } from "./session.ts";

/** Where the money shall go or went, as it may be shown: never a whole account number. */
export type ShownDestination = Omit<Destination, "sealedAccount">;

/** What a link's page may show to this visitor. Amounts in paise, times by the merchant's clock. */
export interface Redemption {
  readonly linkId: string;
  readonly merchantName: string;
  readonly isSandbox: boolean;
  readonly amountPaise: bigint;
  readonly remarks: string;
  /** The payee's name, and what is left of the phone when it is masked. */
  readonly name: string;
  readonly maskedPhone: string;
  /** Where one-time passwords go, masked; null: nothing can be sent there. */
  readonly passwordTo: { readonly phone: string | null; readonly email: string | null };
  readonly expiresAt: Date;
  readonly state: "open" | "pending" | "redeemed" | "reversed" | "expired";
  /** Why the last claim failed, or why the link ended. */
  readonly reason: string | null;
  readonly triesLeft: number;
  readonly retryAt: Date | null;
  readonly utr: string | null;
  readonly endedAt: Date | null;
  /** Until when the password that was sent last works; null: none does. */
  readonly passwordEndsAt: Date | null;
  /** From when on another may be sent; null: never. */
  readonly passwordAgainAt: Date | null;
  readonly now: Date;
  /** What only a proved payee sees; null: this visitor is none. */
  readonly proved: {
    readonly modes: readonly ClaimMode[];
    readonly draft: (ShownDestination & { readonly draftId: string }) | null;
    readonly claim: (ShownDestination & { readonly orderedAt: Date }) | null;
  } | null;
}

/** What the page of a link shows now; null when there is no such link. */
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
      passwordAgainAt: nextSendAt(link, tx.now),
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

/** The first letter and the domain: enough to know one's own by. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0]}••••${email.slice(at)}`;
}
