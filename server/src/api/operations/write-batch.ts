/** Writes a batch and its rows for the calls of batch files. */
import type { BatchDescription, BatchRow } from "#batches";
import { formatRupees } from "#lib/money";
import { istText } from "#rails";
import { explainLate } from "#transfers";

/** Writes a batch without its rows. */
export function writeBatch(batch: BatchDescription): Record<string, unknown> {
  const { totals, warnings, because, clonedFrom, batchKey } = batch;
  return {
    batchId: batch.batchId,
    referenceId: batch.referenceId,
    name: batch.name,
    format: batch.format,
    status: batch.status.toUpperCase(),
    rowCount: batch.rowCount,
    amount: formatRupees(batch.sumPaise),
    openRows: totals.open,
    acceptedRows: totals.accepted,
    rejectedRows: totals.rejected,
    doneRows: totals.done,
    doneAmount: formatRupees(totals.donePaise),
    failedRows: totals.failed,
    failedAmount: formatRupees(totals.failedPaise),
    contentHash: batch.contentHash.toString("hex"),
    warnings: warnings.map(({ kind, text, lines }) => ({ kind, text, rows: lines })),
    addedOn: istText(batch.createdAt),
    ...(batchKey === null ? {} : { batchTransferId: batchKey }),
    ...(because === null ? {} : { reason: because }),
    ...(clonedFrom === null ? {} : { clonedFrom }),
  };
}

/** Writes a row with its result. */
export function writeBatchRow(row: BatchRow): Record<string, unknown> {
  const { fields, transfer, failureReason } = row;
  const late = explainLate(transfer?.reason ?? null);
  const payment =
    fields.transferId === undefined && transfer === null
      ? {}
      : {
          transferId: fields.transferId ?? "",
          amount: transfer === null ? (fields.amount ?? "") : formatRupees(transfer.amountPaise),
          referenceId: Number(transfer?.referenceId ?? 0n),
          utr: transfer?.utr ?? "",
        };
  return {
    row: row.line,
    ...payment,
    beneId: row.beneId ?? fields.beneId ?? "",
    status: row.status,
    ...(failureReason === null ? {} : { failureReason }),
    ...(late === null ? {} : { description: late }),
  };
}
