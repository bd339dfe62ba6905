import type { Context } from "#lib/context";
import { readTransfers, type TransferDetails } from "#transfers";
import { rowColumns, type Batch, type StoredRow } from "./batch.ts";
import { openRow } from "./content.ts";
import { BatchError } from "./errors.ts";
import { FORMATS, type RowFields } from "./formats.ts";
import { shownFields } from "./read-fields.ts";

/** A row with its outcome. The account number is in clear. */
export interface BatchRow {
  readonly rowNo: number;
  /** The line in its file. */
  readonly line: number;
  /** The content of the row, without a card's token. */
  readonly fields: RowFields;
  /** False if the row also had a card token, which is not among these fields. */
  readonly isWhole: boolean;
  /** True if a payee was erased from it, so that its fields are not those that it was paid with. */
  readonly isErased: boolean;
  /** The status for the merchant: that of its transfer if there is one; `ADDED` for a beneficiary. */
  readonly status: string;
  /** Its transfer key, or the id of its beneficiary; null for an invalid row. */
  readonly rowKey: string | null;
  /** The beneficiary that it pays, found by its account if the row names none: see `shownBeneId`. */
  readonly beneId: string | null;
  /** Our id of exactly the beneficiary that it pays; null if it is not known, or if there is none. */
  readonly beneficiaryId: string | null;
  readonly transfer: TransferDetails | null;
  /** The reason why it was rejected, failed or returned. */
  readonly failureReason: string | null;
  /** The short name of the reason for its rejection. */
  readonly failure: string | null;
}

/**
 * Returns the ID of a row's beneficiary for readers who may not reveal account numbers. A row with an account shows the
 * ID that it names, because the one that was found by the account would confirm that the number is right.
 */
export const shownBeneId = ({ fields, beneId }: Pick<BatchRow, "fields" | "beneId">): string | null =>
  fields.bankAccount === undefined ? beneId : (fields.beneId ?? null);

/** Filters rows by result: the row was paid, will not be paid, or is still in progress. */
type RowsOnly = "paid" | "failed" | "open";

const ofTransfer = (condition: string): string => `exists (
  select from transfers.transfer
  where transfer.merchant_id = batch_row.merchant_id
    and transfer.transfer_id = batch_row.transfer_id
    and transfer.${condition}
)`;
const IS_PAID = ofTransfer("status = 'succeeded'");
const IS_FAILED = `(status = 'rejected' or ${ofTransfer(
  "status in ('failed', 'rejected', 'reversed', 'cancelled')",
)})`;
const CONDITIONS = {
  all: "true",
  paid: IS_PAID,
  failed: IS_FAILED,
  open: `not ${IS_PAID} and not ${IS_FAILED}`,
} as const;

interface RowRead extends StoredRow {
  readonly line: number;
  readonly rowKey: string | null;
  readonly failure: string | null;
  readonly because: string | null;
  readonly referenceId: bigint | null;
}

/** The number of transfers that are looked up together. */
const SET_MAX = 1_000;

/** Reads rows of a batch in order, `limit` at most 10,000, after a row. Throws BatchError.content_changed. */
export async function readRows(
  ctx: Context,
  merchantId: string,
  {
    batch,
    after = 0,
    limit,
    only,
  }: { batch: Batch; after?: number; limit: number; only?: RowsOnly | undefined },
): Promise<BatchRow[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<RowRead>(
      `select ${rowColumns}, line, failure, because, row_key as "rowKey", reference_id as "referenceId"
       from batches.batch_row
       where merchant_id = $1
         and batch_id = $2
         and row_no > $3
         and ${CONDITIONS[only ?? "all"]}
       order by row_no
       limit least($4::int, 10000)`,
      [merchantId, batch.batchId, after, limit],
    ),
  );
  const transfers = await readTransfersOf(ctx, merchantId, rows);
  return rows.map((row) => {
    const fields = openRow(ctx.vault, merchantId, row);
    if (fields === null) throw BatchError.content_changed({ batchId: batch.batchId });
    const transfer = row.referenceId === null ? null : transfers.get(row.referenceId)!;
    return {
      rowNo: row.rowNo,
      line: row.line,
      fields: shownFields(fields),
      isWhole: row.cardHash === null,
      isErased: row.erasedHash !== null,
      status: transfer?.publicStatus ?? wordFor(batch, row),
      rowKey: row.rowKey,
      beneId: row.beneId,
      beneficiaryId: row.beneficiaryId,
      transfer,
      failureReason: row.because ?? reasonOf(transfer),
      failure: row.failure,
    };
  });
}

async function readTransfersOf(
  ctx: Context,
  merchantId: string,
  rows: readonly RowRead[],
): Promise<Map<bigint, TransferDetails>> {
  const referenceIds = rows.flatMap((row) => row.referenceId ?? []);
  const found = new Map<bigint, TransferDetails>();
  for (let from = 0; from < referenceIds.length; from += SET_MAX) {
    const part = { referenceIds: referenceIds.slice(from, from + SET_MAX) };
    for (const transfer of await readTransfers(ctx, merchantId, part))
      found.set(transfer.referenceId, transfer);
  }
  return found;
}

function wordFor({ stage, format }: Batch, { status }: RowRead): string {
  if (status === "rejected") return "REJECTED";
  if (status === "open") return stage === "awaiting_approval" ? "APPROVAL_PENDING" : "RECEIVED";
  return FORMATS[format].kind === "beneficiaries" ? "ADDED" : "RECEIVED";
}

const ENDED_UNPAID = new Set(["FAILED", "REJECTED", "REVERSED"]);

const reasonOf = (transfer: TransferDetails | null): string | null =>
  transfer !== null && ENDED_UNPAID.has(transfer.publicStatus) ? transfer.reason : null;
