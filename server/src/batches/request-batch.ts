import assert from "node:assert/strict";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { mapInTurns } from "#lib/in-turns";
import { CommitUnknownError, type Tx } from "#lib/db";
import { findCardField } from "#rails";
import { batchColumns, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { failureOf } from "./failures.ts";
import { CALL_ROWS_MAX, fieldsOf, type FormatName } from "./formats.ts";
import { prepareRows, type GivenRow } from "./prepare-rows.ts";
import { readFields } from "./read-fields.ts";
import { storeBatch } from "./store-batch.ts";

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
