/** A transfer as the database stores it, and the two ways of reading it under a lock. */
import { TRANSIT_ID, WALLET_ID } from "#fund-sources";
import type { Rail, TransferMode, TransferReason } from "#rails";
import type { UntimedTx } from "#lib/db";
import {
  bigint,
  boolean,
  bytea,
  defineRow,
  nullable,
  rareFlag,
  smallint,
  smallPaise,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from "#lib/rows";
import type { Status, WaitingFor } from "./machine.ts";
import type { OriginKind } from "./origins.ts";

/** The rows of transfers. Amounts are in paise, times by the merchant's clock. */
export const TRANSFER = defineRow("transfers.transfer", {
  transferId: uuid,
  referenceId: bigint,
  transferKey: text(),
  contentHash: bytea,
  sourceNo: smallint,
  fundSourceId: text(),
  beneficiaryId: uuid,
  amountPaise: bigint,
  feePaise: bigint,
  taxPaise: bigint,
  /** Held beyond fee and tax, because a dearer rail may carry it; released when it is paid. */
  reservePaise: smallPaise,
  mode: text<TransferMode>(),
  rail: text<Rail>(),
  remarks: text(),
  status: text<Status>(),
  waitingFor: nullable(text<WaitingFor>()),
  acknowledged: boolean,
  deemed: boolean,
  utr: nullable(text()),
  reason: nullable(text<TransferReason>()),
  bankId: nullable(text()),
  bankNo: nullable(smallint),
  attempt: smallint,
  enquiries: smallint,
  steps: smallint,
  events: smallint,
  /** The origin, unless it was a plain API call, and its ID in that module. */
  originKind: nullable(text<OriginKind>()),
  originId: nullable(uuid),
  /** If several transfers wait for money, the one with the higher priority goes first. */
  priority: smallint,
  /** True if it was ordered by a call that does not wait for the outcome. */
  asynchronous: boolean,
  /** Not to be sent before this time. Null means at once. */
  processOn: nullable(timestamptz),
  dueAt: nullable(timestamptz),
  acceptedAt: timestamptz,
  /**
   * The time at which approvers released it. Null means that it still waits for them, or it needed no approval when it
   * was accepted.
   */
  releasedAt: nullable(timestamptz),
  /** True if its money stays held while it awaits approval, because it had been accepted before. */
  heldInApproval: rareFlag,
  sentAt: nullable(timestamptz),
  finishedAt: nullable(timestamptz),
});

/** One transfer. */
export interface Transfer extends RowOf<typeof TRANSFER> {
  readonly merchantId: string;
}

/** The columns of a transfer under the names of the interface above. */
export const transferColumns = `transfer.merchant_id as "merchantId", ${TRANSFER.columns}`;

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
