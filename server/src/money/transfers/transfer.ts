/** A transfer as the database stores it, and the two ways of reading it under a lock. */
import { TRANSIT_ID, WALLET_ID } from "#fund-sources";
import type { Rail, TransferMode, TransferReason } from "#rails";
import type { UntimedTx } from "#lib/db";
import type { Status, WaitingFor } from "./machine.ts";
import type { OriginKind } from "./origins.ts";

/** One transfer. Amounts are in paise, times by the merchant's clock. */
export interface Transfer {
  readonly merchantId: string;
  readonly transferId: string;
  readonly referenceId: bigint;
  readonly transferKey: string;
  readonly contentHash: Buffer;
  readonly sourceNo: number;
  readonly fundSourceId: string;
  readonly beneficiaryId: string;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  /** Held beyond fee and tax, because a dearer rail may carry it; released when it is paid. */
  readonly reservePaise: bigint;
  readonly mode: TransferMode;
  readonly rail: Rail;
  readonly remarks: string;
  readonly status: Status;
  readonly waitingFor: WaitingFor | null;
  readonly acknowledged: boolean;
  readonly deemed: boolean;
  readonly utr: string | null;
  readonly reason: TransferReason | null;
  readonly bankId: string | null;
  readonly bankNo: number | null;
  readonly attempt: number;
  readonly enquiries: number;
  readonly steps: number;
  readonly events: number;
  /** The origin, unless it was a plain API call, and its ID in that module. */
  readonly originKind: OriginKind | null;
  readonly originId: string | null;
  /** If several wait for money, the higher goes first. */
  readonly priority: number;
  /** True if it was ordered by a call that does not wait for the outcome. */
  readonly asynchronous: boolean;
  /** Not to be sent before this time; null: at once. */
  readonly processOn: Date | null;
  readonly dueAt: Date | null;
  readonly acceptedAt: Date;
  /**
   * The time at which approvers released it; null: it still waits for them, or it needed no approval when it was
   * accepted.
   */
  readonly releasedAt: Date | null;
  /** True if its money stays held while it awaits approval, because it had been accepted before. */
  readonly heldInApproval: boolean;
  readonly sentAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The columns of a transfer under the names of the interface above. */
export const transferColumns = `
  merchant_id as "merchantId", transfer_id as "transferId", reference_id as "referenceId",
  transfer_key as "transferKey",
  content_hash as "contentHash", source_no as "sourceNo", fund_source_id as "fundSourceId",
  beneficiary_id as "beneficiaryId", amount_paise as "amountPaise", fee_paise as "feePaise",
  tax_paise as "taxPaise", reserve_paise::bigint as "reservePaise", mode, rail, remarks, status,
  waiting_for as "waitingFor", acknowledged, deemed,
  utr, reason, bank_id as "bankId", bank_no as "bankNo", attempt, enquiries, steps, events,
  origin_kind as "originKind", origin_id as "originId", priority, asynchronous, process_on as "processOn",
  due_at as "dueAt", accepted_at as "acceptedAt", released_at as "releasedAt",
  coalesce(held_in_approval, false) as "heldInApproval",
  sent_at as "sentAt", finished_at as "finishedAt"`;

/** Locks transfers in the order of their IDs until the transaction ends. */
export function lockTransfers(tx: UntimedTx, transferIds: readonly string[]): Promise<Transfer[]> {
  return tx.query<Transfer>(LOCK, [tx.merchantId, [...new Set(transferIds)]]);
}

// A join rather than "= any": the key's own index is used even before the table has been analysed.
const LOCK = `
  select ${transferColumns}
  from unnest($2::uuid[]) as wanted (id)
  join transfers.transfer
    on merchant_id = $1
   and transfer_id = wanted.id
  order by transfer_id
  for update of transfer`;

/** Returns fee and tax together, in paise. */
export function chargesOf(transfer: Pick<Transfer, "feePaise" | "taxPaise">): bigint {
  return transfer.feePaise + transfer.taxPaise;
}

/** True if amount and charges are held. A transfer that waits for its time, money or a first approval holds nothing. */
export function isHeld({
  status,
  waitingFor,
  heldInApproval,
}: Pick<Transfer, "status" | "waitingFor" | "heldInApproval">): boolean {
  if (status === "waiting") return waitingFor !== "funds" && waitingFor !== "schedule";
  return status === "ready" || heldInApproval;
}

/** Returns what is held besides the amount, in paise: the charges of the dearest rail that may carry it. */
export function heldChargesOf(transfer: Pick<Transfer, "feePaise" | "taxPaise" | "reservePaise">): bigint {
  return chargesOf(transfer) + transfer.reservePaise;
}

/** Returns what it takes from its fund source until it is paid, in paise. */
export function totalOf(
  transfer: Pick<Transfer, "amountPaise" | "feePaise" | "taxPaise" | "reservePaise">,
): bigint {
  return transfer.amountPaise + heldChargesOf(transfer);
}

/** The fund source by which policies judge it: the money of a withdrawal is in transit, and comes from the wallet. */
export const sourceAsked = ({ fundSourceId }: Pick<Transfer, "fundSourceId">): string =>
  fundSourceId === TRANSIT_ID ? WALLET_ID : fundSourceId;
