/** Reports of transfers. */
import type { Context } from "#lib/context";
import { maskVpaInFile } from "#lib/mask-account";
import { isTransferMode, withPaidOnly } from "#rails";
import { day, masked, type ReportColumn } from "./report-column.ts";
import { walkReferences, walkTime } from "./walk.ts";

/** A row of `reports.transfer_row`. */
interface TransferRow {
  readonly transferId: string;
  readonly referenceId: bigint;
  readonly transferKey: string;
  readonly beneId: string | null;
  readonly beneName: string | null;
  readonly benePhone: string | null;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly cardLast4: string | null;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly mode: string;
  readonly rail: string;
  readonly status: string;
  readonly waitingFor: string | null;
  readonly acknowledged: boolean;
  readonly utr: string | null;
  readonly reason: string | null;
  readonly remarks: string;
  readonly fundSourceId: string;
  readonly bankId: string | null;
  readonly acceptedAt: Date;
  readonly sentAt: Date | null;
  readonly finishedAt: Date | null;
}

interface ReversalRow extends TransferRow {
  readonly reversedAt: Date;
  readonly returnUtr: string | null;
}

/** The columns of `reports.transfer_row` under the names of the interface above. */
const TRANSFER_ROW = `
  transfer_id as "transferId", reference_id as "referenceId", transfer_key as "transferKey", bene_id as "beneId",
  bene_name as "beneName", bene_phone as "benePhone", account_last4 as "accountLast4", ifsc, vpa,
  card_last4 as "cardLast4", amount_paise as "amountPaise", fee_paise as "feePaise", tax_paise as "taxPaise", mode,
  rail, status, waiting_for as "waitingFor", acknowledged, utr, reason, remarks, fund_source_id as "fundSourceId",
  bank_id as "bankId", accepted_at as "acceptedAt", sent_at as "sentAt", finished_at as "finishedAt"`;

/** The statuses that merchants know; the transfer machine has the same table. */
export const PUBLIC_STATUS: Readonly<Record<string, string>> = {
  received: "RECEIVED",
  awaiting_approval: "APPROVAL_PENDING",
  waiting: "QUEUED",
  ready: "PENDING",
  sent: "PENDING",
  review: "PENDING",
  succeeded: "SUCCESS",
  failed: "FAILED",
  rejected: "REJECTED",
  reversed: "REVERSED",
  cancelled: "REJECTED",
};

/** Only the account, card or VPA that was paid. */
const paid = (row: TransferRow): TransferRow =>
  isTransferMode(row.mode) ? withPaidOnly(row.mode, row) : row;

/** The columns that all reports share; fee and tax are 0 for a transfer that is not `charged`. */
const identity = (
  charged: (row: TransferRow) => boolean = () => true,
): readonly ReportColumn<TransferRow>[] => [
  { name: "transferId", title: "Transfer ID", value: (row) => row.transferKey },
  { name: "referenceId", title: "Reference ID", value: (row) => String(row.referenceId) },
  { name: "beneId", title: "Beneficiary ID", value: (row) => row.beneId },
  { name: "beneName", title: "Beneficiary name", value: (row) => row.beneName },
  { name: "phone", title: "Phone", value: (row) => row.benePhone },
  { name: "bankAccount", title: "Bank account", value: (row) => masked(paid(row).accountLast4) },
  { name: "ifsc", title: "IFSC", value: (row) => paid(row).ifsc },
  { name: "vpa", title: "VPA", value: (row) => maskVpaInFile(paid(row).vpa ?? "") || null },
  { name: "card", title: "Card", value: (row) => masked(paid(row).cardLast4) },
  { name: "amount", title: "Amount", kind: "amount", value: (row) => row.amountPaise },
  { name: "fee", title: "Fee", kind: "amount", value: (row) => (charged(row) ? row.feePaise : 0n) },
  { name: "tax", title: "Tax", kind: "amount", value: (row) => (charged(row) ? row.taxPaise : 0n) },
  { name: "transferMode", title: "Transfer mode", value: (row) => row.mode },
  { name: "rail", title: "Rail", value: (row) => row.rail.toUpperCase() },
  { name: "status", title: "Status", value: (row) => PUBLIC_STATUS[row.status] ?? row.status.toUpperCase() },
];

const origin: readonly ReportColumn<TransferRow>[] = [
  { name: "remarks", title: "Remarks", value: (row) => row.remarks },
  { name: "paymentInstrumentId", title: "Fund source", value: (row) => row.fundSourceId },
  { name: "bank", title: "Bank", value: (row) => row.bankId },
  { name: "addedOn", title: "Added on (IST)", kind: "date", value: (row) => day(row.acceptedAt) },
  { name: "sentOn", title: "Sent on (IST)", kind: "date", value: (row) => day(row.sentAt) },
];

/** Final statuses after which fee and tax belong to the merchant again. */
const UNCHARGED: ReadonlySet<string> = new Set(["failed", "rejected", "cancelled", "reversed"]);

export const transferColumns: readonly ReportColumn<TransferRow>[] = [
  ...identity(({ status, reason }) => !UNCHARGED.has(status) || reason === "PAID_AFTER_FAILURE"),
  { name: "acknowledged", title: "Acknowledged", kind: "count", value: (row) => (row.acknowledged ? 1 : 0) },
  { name: "utr", title: "UTR", value: (row) => row.utr },
  { name: "reason", title: "Reason", value: (row) => row.reason },
  ...origin,
  { name: "processedOn", title: "Processed on (IST)", kind: "date", value: (row) => day(row.finishedAt) },
];

const WAITING_WORDS: Readonly<Record<string, string>> = {
  awaiting_approval: "An approver",
  ready: "The next dispatch",
  sent: "The bank's answer",
  review: "Manual reconciliation",
};

const WAITING_FOR_WORDS: Readonly<Record<string, string>> = {
  schedule: "The scheduled day",
  funds: "Balance",
  window: "The hours of the rail",
  downtime: "The end of a downtime",
};

export const pendingColumns: readonly ReportColumn<TransferRow>[] = [
  ...identity(),
  {
    name: "waitsFor",
    title: "Waits for",
    value: (row) => WAITING_FOR_WORDS[row.waitingFor ?? ""] ?? WAITING_WORDS[row.status] ?? row.waitingFor,
  },
  { name: "utr", title: "UTR", value: (row) => row.utr },
  ...origin,
];

const DAY_MS = 86_400_000;

export const reversalColumns: readonly ReportColumn<ReversalRow>[] = [
  { name: "reversedOn", title: "Reversed on (IST)", kind: "date", value: (row) => day(row.reversedAt) },
  // In this report fee and tax are those that were returned with the amount.
  ...identity(),
  { name: "reason", title: "Reason", value: (row) => row.reason },
  { name: "utr", title: "Original UTR", value: (row) => row.utr },
  { name: "returnUtr", title: "Return UTR", value: (row) => row.returnUtr },
  ...origin,
  {
    name: "daysTaken",
    title: "Days taken",
    kind: "count",
    value: (row) => Math.floor((row.reversedAt.getTime() - row.acceptedAt.getTime()) / DAY_MS),
  },
];

/** A span from a moment (included) to another (not included), by the merchant's clock. */
export interface ReportSpan {
  readonly from: Date;
  readonly to: Date;
}

/** Rows of a span, of some fund sources. Null means of all. */
export interface SourcedSpan extends ReportSpan {
  readonly fundSourceIds: readonly string[] | null;
}

/** Reads transfers accepted in a span, ordered by reference ID; with `pending` only unfinished ones. */
export function readTransferRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { from, to, fundSourceIds, pending }: SourcedSpan & { pending: boolean },
): AsyncGenerator<TransferRow[]> {
  return walkReferences(ctx, merchantId, {
    from,
    to,
    probe: async (tx, referenceId) => (await tx.query<Probe>(PROBE, [tx.merchantId, referenceId]))[0],
    page: (tx, after, upTo) =>
      tx.query<TransferRow>(PAGE, [
        tx.merchantId,
        after,
        upTo,
        from,
        to,
        pending ? PENDING : null,
        fundSourceIds,
      ]),
  });
}

/** Reads transfers that were returned in a span, in the order in which that was recorded. */
export function readReversalRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { from, to, fundSourceIds }: SourcedSpan,
): AsyncGenerator<ReversalRow[]> {
  return walkTime(ctx, merchantId, {
    from,
    to,
    atOf: ({ reversedAt }: ReversalRow) => reversedAt,
    page: (tx, slice) =>
      tx.query<ReversalRow>(REVERSALS, [
        tx.merchantId,
        slice.from,
        slice.to,
        slice.after?.transferId ?? null,
        slice.limit,
        fundSourceIds,
      ]),
  });
}

const PENDING = ["received", "awaiting_approval", "waiting", "ready", "sent", "review"];

interface Probe {
  readonly referenceId: bigint;
  readonly at: Date;
}

const PROBE = `
  select reference_id as "referenceId", accepted_at as at
  from transfers.transfer
  where merchant_id = $1
    and reference_id >= $2
  order by reference_id
  limit 1`;

const PAGE = `
  select ${TRANSFER_ROW}
  from reports.transfer_row
  where merchant_id = $1
    and reference_id > $2
    and reference_id <= $3
    and accepted_at >= $4
    and accepted_at < $5
    and ($6::text[] is null or status = any ($6))
    and ($7::text[] is null or fund_source_id = any ($7))
  order by reference_id`;

// A transfer is returned only once, so its ID beside the moment is a sufficient key.
const REVERSALS = `
  select ${TRANSFER_ROW}, reversed_at as "reversedAt", return_utr as "returnUtr"
  from reports.reversal_row
  where merchant_id = $1
    and reversed_at >= $2
    and reversed_at < $3
    and ($4::uuid is null or reversed_at > $2 or transfer_id > $4)
    and ($6::text[] is null or fund_source_id = any ($6))
  order by reversed_at, transfer_id
  limit $5`;
