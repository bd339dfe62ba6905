/** The files that people download: templates to fill in, and the outcome of each row. */
import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { maskInFile, maskVpaInFile } from "#lib/mask-account";
import { writeCsv, writeXls, writeXlsx, type ColumnToWrite, type RowToWrite } from "@vitaran/spreadsheets";
import { istText } from "#lib/ist";
import { describeBatch } from "./describe-batches.ts";
import { FORMATS, keptFieldsOf, type FormatName, type RowFields } from "./formats.ts";
import { readRows, shownBeneId, type BatchRow } from "./read-rows.ts";

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

/** Writes the template of a format. It has only the header, so that no example is ever paid. */
export async function writeTemplate(format: FormatName, kind: FileKind): Promise<BatchFile> {
  const columns = FORMATS[format].columns.map((name) => ({ name }));
  return { name: `${format.toLowerCase()}.${kind}`, kind, bytes: await write(kind, columns, []) };
}

/** The batch of a result, and how to write it. */
interface ResultWanted {
  readonly batchId: string;
  /** Limits the result to batches that these fund sources pay or API keys requested; absent or null for any. */
  readonly fundSourceIds?: readonly string[] | null;
  readonly kind: FileKind;
}

/** Writes the rows of a batch with their outcomes and masked account numbers. Throws BatchError.not_found. */
export async function writeResult(
  ctx: Context,
  merchantId: string,
  wanted: ResultWanted,
): Promise<BatchFile> {
  return writeRows(ctx, merchantId, { ...wanted, isWhole: false });
}

/**
 * Writes the same with whole account numbers; the audit log records it before they are read. Throws
 * BatchError.not_found; AccessError.not_permitted for a member who may not reveal account numbers or export.
 */
export async function revealResult(
  ctx: Context,
  merchantId: string,
  { by, ...wanted }: ResultWanted & { by: Actor },
): Promise<BatchFile> {
  const { batchId, rowCount } = await describeBatch(ctx, merchantId, wanted);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "reveal_account_numbers");
    await requirePermission(tx, by, "export_data");
    const [subject, detail] = [`batch:${batchId}`, { rows: rowCount, kind: wanted.kind }];
    await recordAudit(tx, [{ actor: by, action: "batches.accounts_revealed", subject, detail }]);
  });
  return writeRows(ctx, merchantId, { ...wanted, isWhole: true });
}

async function writeRows(
  ctx: Context,
  merchantId: string,
  { batchId, fundSourceIds = null, kind, isWhole }: ResultWanted & { isWhole: boolean },
): Promise<BatchFile> {
  const batch = await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
  const rows = await readRows(ctx, merchantId, { batch, limit: ROWS_MAX });
  const fields = keptFieldsOf(batch.format).map((name) => ({ name }));
  const columns: ColumnToWrite[] = [{ name: "row", kind: "count" }, ...fields, ...OUTCOME];
  const told = rows.map((row) =>
    isWhole ? toRow(row) : toRow({ ...row, fields: withMask(row.fields), beneId: shownBeneId(row) }),
  );
  const bytes = await write(kind, columns, told);
  return { name: `batch-${batch.referenceId}-result${isWhole ? "-whole-numbers" : ""}.${kind}`, kind, bytes };
}

const OUTCOME: readonly ColumnToWrite[] = [
  { name: "status" },
  { name: "failureReason" },
  { name: "paidBeneId" },
  { name: "referenceId" },
  { name: "utr" },
  { name: "processedOn", kind: "date" },
];

const withMask = ({ bankAccount, vpa, ...others }: RowFields): RowFields => ({
  ...others,
  ...(bankAccount !== undefined && { bankAccount: maskInFile(bankAccount) }),
  ...(vpa !== undefined && { vpa: maskVpaInFile(vpa) }),
});

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
