/** The files that people download: templates to fill in, and the outcome of each row. */
import type { Context } from "#lib/context";
import { writeCsv, writeXls, writeXlsx, type ColumnToWrite, type RowToWrite } from "#lib/tables";
import { istText } from "#rails";
import { describeBatch } from "./describe-batches.ts";
import { FORMATS, keptFieldsOf, type FormatName } from "./formats.ts";
import { readRows, type BatchRow } from "./read-rows.ts";

export const FILE_KINDS = ["csv", "xls", "xlsx"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A file to be sent. */
export interface BatchFile {
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: Buffer;
}

const ROWS_MAX = 10_000;
const WRITERS = { csv: writeCsv, xls: writeXls, xlsx: writeXlsx } as const;

/** The template of a format: its head and nothing else, so that no example is ever paid. */
export async function writeTemplate(format: FormatName, kind: FileKind): Promise<BatchFile> {
  const columns = FORMATS[format].columns.map((name) => ({ name }));
  return { name: `${format.toLowerCase()}.${kind}`, kind, bytes: await write(kind, columns, []) };
}

/** The rows of a batch with the outcome of each. Account numbers are in clear. Throws BatchError.not_found. */
export async function writeResult(
  ctx: Context,
  merchantId: string,
  { batchId, kind }: { batchId: string; kind: FileKind },
): Promise<BatchFile> {
  const batch = await describeBatch(ctx, merchantId, { batchId });
  const rows = await readRows(ctx, merchantId, { batch, limit: ROWS_MAX });
  const fields = keptFieldsOf(batch.format).map((name) => ({ name }));
  const columns: ColumnToWrite[] = [{ name: "row", kind: "count" }, ...fields, ...OUTCOME];
  const bytes = await write(kind, columns, rows.map(toRow));
  return { name: `batch-${batch.referenceId}-result.${kind}`, kind, bytes };
}

/** Columns in addition to the given ones. */
const OUTCOME: readonly ColumnToWrite[] = [
  { name: "status" },
  { name: "failureReason" },
  { name: "paidBeneId" },
  { name: "referenceId" },
  { name: "utr" },
  { name: "processedOn", kind: "date" },
];

function toRow({ line, fields, status, failureReason, beneId, transfer }: BatchRow): RowToWrite {
  return {
    ...fields,
    row: line,
    status,
    failureReason,
    paidBeneId: beneId,
    referenceId: transfer === null ? null : String(transfer.referenceId),
    utr: transfer?.utr ?? null,
    processedOn: transfer?.finishedAt ? istText(transfer.finishedAt) : null,
  };
}

async function write(
  kind: FileKind,
  columns: readonly ColumnToWrite[],
  rows: readonly RowToWrite[],
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(WRITERS[kind](columns, rows)));
}
