/** A claim: the destination that a payee confirmed for a link. One transfer, named after it, pays it. */
import { creatorOf } from "#approvals";
import { TAKEN_UNASKED, type TransferOrder } from "#transfers";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { Link } from "./link.ts";

/** The modes that a payee can choose. */
export const CLAIM_MODES = ["banktransfer", "upi", "paytm", "amazonpay"] as const;
export type ClaimMode = (typeof CLAIM_MODES)[number];

/** The destination as it is stored: the account number is sealed, and kept only as long as it is needed. */
export interface Destination {
  readonly mode: ClaimMode;
  readonly sealedAccount: Buffer | null;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
}

/**
 * `ordered`: confirmed, the transfer is not accepted yet. `pending`: accepted, without an outcome. At most
 * one claim of a link is not `failed`.
 */
type ClaimStatus = "ordered" | "pending" | "paid" | "failed" | "returned";

export interface Claim extends Destination {
  readonly linkId: string;
  /** Counts from 1. */
  readonly claim: number;
  /** The number of its transfer among those of the link. After a refused claim it is used again. */
  readonly transferNo: number;
  /** The draft that was confirmed. */
  readonly draftId: string;
  readonly status: ClaimStatus;
  readonly transferId: string | null;
  readonly referenceId: bigint | null;
  readonly reason: string | null;
  readonly orderedAt: Date;
  readonly endedAt: Date | null;
}

/** The columns of a destination under the names of the interface above. */
export const destinationColumns = `
  mode, sealed_account as "sealedAccount", account_last4 as "accountLast4", ifsc, vpa`;

/** Reads the newest claim of each link that has one. */
export function readNewestClaims(tx: Tx, linkIds: readonly string[]): Promise<Claim[]> {
  return tx.query<Claim>(
    `select claim.link_id as "linkId", claim.claim, transfer_no as "transferNo", draft_id as "draftId", claim.status,
       transfer_id as "transferId",
       claim.reference_id as "referenceId", claim.reason, ordered_at as "orderedAt", claim.ended_at as "endedAt",
       ${destinationColumns}
     from unnest($2::uuid[]) as wanted (id)
     join links.link
       on link.merchant_id = $1
      and link.link_id = wanted.id
     join links.claim
       on claim.merchant_id = $1
      and claim.link_id = wanted.id
      and claim.claim = link.claims`,
    [tx.merchantId, linkIds],
  );
}

const ACCOUNT_PURPOSE = "links.account";

export function sealClaimAccount(vault: Vault, merchantId: string, accountNumber: string): Buffer {
  return vault.seal({ merchantId, purpose: ACCOUNT_PURPOSE }, accountNumber);
}

/**
 * Names the transfer of a claim permanently. The number counts the stored transfers that did not pay, so that
 * of all orders that could still pay, however late a process makes them, at most one is accepted. Callers
 * cannot use an ID of this form: see `isLinkKey`.
 */
export function transferKeyOf({ linkId, transferNo }: Pick<Claim, "linkId" | "transferNo">): string {
  return `fg_${linkId.replaceAll("-", "")}_${transferNo}`;
}

/** Names the verification of a claim's name, so that several processes make only one. */
export function nameKeyOf({ linkId, claim }: Pick<Claim, "linkId" | "claim">): string {
  return `fg_${linkId.replaceAll("-", "")}_${claim}`;
}

/** Decrypts a claim's account number for the bank. Null if the claim never had one, or no longer has it. */
export function openClaimAccount(
  vault: Vault,
  merchantId: string,
  { sealedAccount }: Pick<Claim, "sealedAccount">,
): string | null {
  if (sealedAccount === null) return null;
  return vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, sealedAccount).toString();
}

/** Makes the order for a claim's transfer. The same claim is always the same order. */
export function orderOf(vault: Vault, link: Link, claim: Claim): TransferOrder {
  const { merchantId, linkId, name, phone, email, amountPaise, remarks, createdBy, secretShownTo } = link;
  const { ifsc, vpa, mode } = claim;
  return {
    transferKey: transferKeyOf(claim),
    payee: {
      inline: {
        name,
        phone,
        email: email ?? undefined,
        accountNumber: openClaimAccount(vault, merchantId, claim) ?? undefined,
        ifsc: ifsc ?? undefined,
        vpa: vpa ?? undefined,
      },
    },
    amountPaise,
    mode,
    remarks,
    fundSourceId: null,
    origin: { kind: "link", id: linkId },
    takenAt: TAKEN_UNASKED,
    createdBy: { maker: createdBy, creator: creatorOf(createdBy), secretShownTo },
    way: "link",
  };
}
