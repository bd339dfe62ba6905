/** Takes a batch by call or by file, checks and stores it, and returns it after the commit. */
import assert from "node:assert/strict";
import type { Table } from "@vitaran/spreadsheets";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { CommitUnknownError, type Tx } from "#lib/db";
import { mapInTurns } from "#lib/in-slices";
import { readTableInTurn } from "#lib/read-table-in-turn";
import { findCardField } from "#rails";
import { batchColumns, type Batch } from "./batch.ts";
import { findWrittenFaults } from "./check-row.ts";
import { keepAllRows } from "./clean-row.ts";
import { columnsOf } from "./column-titles.ts";
import { BatchError } from "./errors.ts";
import { failureOf } from "./failures.ts";
import { CALL_ROWS_MAX, fieldsOf, type FormatName } from "./formats.ts";
import { prepareRows, type GivenRow } from "./prepare-rows.ts";
import { readFields } from "./read-fields.ts";
import { storeBatch, hashFile } from "./store-batch.ts";

/** A merchant's request for a batch in one call. */
export interface BatchOrder {
  /** The merchant's own id of the batch. */
  readonly batchKey: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  /** The fund source that pays; null for the only one, or the wallet. */
  readonly fundSourceId: string | null;
  /** The rows as they were sent; a fault is reported with its row. */
  readonly rows: readonly unknown[];
  readonly by: Actor;
}

/** The response to a batch. */
export type BatchAcceptance =
  | { readonly kind: "accepted"; readonly batch: Batch }
  /** The key was used before; `sameContent` is true if for the same rows. Nothing happened now. */
  | { readonly kind: "repeated"; readonly batch: Batch; readonly sameContent: boolean }
  /** The commit got no response: it is stored as `batch`, or not at all. */
  | { readonly kind: "unknown"; readonly batch: Batch };

/**
 * Takes a batch of transfers and returns after the commit; workers pay it afterwards. Throws
 * BatchError.rows_missing, too_many_rows or fund_source_not_available.
 */
export async function requestBatch(
  ctx: Context,
  merchantId: string,
  order: BatchOrder,
): Promise<BatchAcceptance> {
  const { batchKey, rows, by, ...head } = order;
  if (rows.length === 0) throw BatchError.rows_missing();
  if (rows.length > CALL_ROWS_MAX) throw BatchError.too_many_rows({ max: CALL_ROWS_MAX });
  const given = await mapInTurns(rows, (row, index) => readRow(head.format, row, index + 1));
  const content = await prepareRows(ctx.vault, merchantId, { head, given });
  let stored: Batch | null = null;
  const take = (): Promise<BatchAcceptance> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      stored = await storeBatch(tx, { batchKey, name: batchKey, content, by });
      if (stored !== null) return { kind: "accepted", batch: stored };
      const earlier = await readByKey(tx, batchKey);
      const sameContent = earlier.contentHash.equals(content.contentHash);
      return { kind: "repeated", batch: earlier, sameContent };
    });
  try {
    const acceptance = await take();
    crashPoint("batches.request.committed");
    return acceptance;
  } catch (error) {
    if (!(error instanceof CommitUnknownError) || stored === null) throw error;
    return settleUnknownCommit(ctx, stored, take);
  }
}

/** A row with a card in a field that its format does not have is refused, not paid without the card. */
function readRow(format: FormatName, row: unknown, line: number): GivenRow {
  const properties = Object.fromEntries(fieldsOf(format).map((name) => [name, {}]));
  const isRow = typeof row === "object" && row !== null && !Array.isArray(row);
  const field = isRow ? findCardField(row as Readonly<Record<string, unknown>>, { properties }) : undefined;
  const unread = field === undefined ? undefined : failureOf("card_field_given", { field });
  return { line, fields: readFields(format, row), unread };
}

/**
 * Handles a lost response to COMMIT. Taking the batch again waits for the lost commit if it is still in
 * progress; then it finds what that made, or takes the batch now.
 */
async function settleUnknownCommit(
  ctx: Context,
  lost: Batch,
  take: () => Promise<BatchAcceptance>,
): Promise<BatchAcceptance> {
  try {
    const again = await take();
    const isOurs = again.kind === "repeated" && again.batch.batchId === lost.batchId;
    return isOurs ? { kind: "accepted", batch: again.batch } : again;
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ batchId: lost.batchId, err: error }, "whether a batch was stored could not be found out");
    return { kind: "unknown", batch: lost };
  }
}

async function readByKey(tx: Tx, batchKey: string): Promise<Batch> {
  const [batch] = await tx.query<Batch>(
    `select ${batchColumns} from batches.batch where merchant_id = $1 and batch_key = $2`,
    [tx.merchantId, batchKey],
  );
  assert(batch !== undefined, "a key that is taken has its batch");
  return batch;
}

/** A file of rows: .csv, .xlsx or .xls, recognised by its content, not by its name. */
export interface FileToReceive {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  /** The fund source that pays; null for the only one, or the wallet. */
  readonly fundSourceId: string | null;
  readonly by: Actor;
  /** The control totals that the sender declares. */
  readonly declared?: ControlTotals;
  /** Aborts if the sender has disconnected; then the file is not taken. */
  readonly gone?: AbortSignal | undefined;
}

/** Control totals: a file with other totals is not the one that was meant. Absent totals are not compared. */
export interface ControlTotals {
  readonly rowCount?: number | undefined;
  /** The sum of the rows whose amount can be read. */
  readonly amountPaise?: bigint | undefined;
}

/**
 * Takes a file of up to 10,000 rows and returns the batch after the commit; workers do the rest. Throws
 * TableError, and refuses the whole file, if it is not a table of the format. A fault in a cell is reported
 * with its row, which is not paid. Throws BatchError.rows_missing, fund_source_not_available, or, with the
 * declared and the found totals as details, row_count_differs or amount_differs.
 */
export async function receiveFile(ctx: Context, merchantId: string, file: FileToReceive): Promise<Batch> {
  const { bytes, name, by, gone: signal, declared = {}, ...head } = file;
  const table = await readTableInTurn(bytes, {
    columns: columnsOf(head.format),
    ...keepAllRows(head.format),
    owner: merchantId,
    signal,
  });
  const given = givenRows(table);
  if (given.length === 0) throw BatchError.rows_missing();
  signal?.throwIfAborted();
  const content = await prepareRows(ctx.vault, merchantId, { head, given });
  compareTotals(declared, { rowCount: given.length, amountPaise: content.sumPaise });
  const fileHash = hashFile(ctx.vault, merchantId, bytes);
  const batch = await ctx.db.inMerchant(merchantId, (tx) =>
    storeBatch(tx, { batchKey: null, name, fileHash, content, by }),
  );
  crashPoint("batches.receive.committed");
  // Only a batch with a key of the merchant can have been stored before.
  return batch!;
}

/** Returns all rows of a table in order; rows with an unreliable cell keep their other fields. */
function givenRows({ rows, problems }: Table): GivenRow[] {
  const given = [
    ...rows.map(({ rowNumber: line, values: fields }) => {
      const [fault] = findWrittenFaults(fields);
      const unread = fault && { failure: fault.code, because: fault.text };
      return { line, fields, unread };
    }),
    ...problems.map(({ rowNumber: line, code: failure, text: because, kept }) => ({
      line,
      fields: kept!.values,
      unread: { failure, because },
    })),
  ];
  return given.toSorted((a, b) => a.line - b.line);
}

/** Called before anything is stored, so that a refused file leaves no trace. */
function compareTotals(declared: ControlTotals, found: Required<ControlTotals>): void {
  const differs = (name: keyof ControlTotals): boolean =>
    declared[name] !== undefined && declared[name] !== found[name];
  if (differs("rowCount")) {
    throw BatchError.row_count_differs({ declared: declared.rowCount, found: found.rowCount });
  }
  if (differs("amountPaise")) {
    throw BatchError.amount_differs({ declared: declared.amountPaise, found: found.amountPaise });
  }
}
