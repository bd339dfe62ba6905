/**
 * Workers that accept rows and workers that reject rows take turns at a batch. One waits for the other, and then sees
 * the result.
 */
import type { Tx } from "#lib/db";

/** Another worker has just decided rows that were open. */
export class RowsDecidedError extends Error {
  constructor() {
    super("rows of the batch were decided by another worker");
    this.name = "RowsDecidedError";
  }
}

/**
 * Prevents the rejection of any row of the batch until the transaction, which accepts rows, ends. Several may
 * accept at once. Throws RowsDecidedError unless all these rows are open.
 */
export async function holdOpenRows(tx: Tx, batchId: string, rowNos: readonly number[]): Promise<void> {
  const [, [open]] = await Promise.all([
    tx.query("select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for share", [
      tx.merchantId,
      batchId,
    ]),
    // This is read after the lock, so that it sees what was done before.
    tx.query<{ count: number }>(
      `select count(*)::int as count
       from batches.batch_row
       where merchant_id = $1
         and batch_id = $2
         and row_no = any ($3::smallint[])
         and status = 'open'`,
      [tx.merchantId, batchId, rowNos],
    ),
  ]);
  if (open!.count < rowNos.length) throw new RowsDecidedError();
}

/** Called before rejecting rows: acceptances of the batch have ended before, or begin afterwards. */
export async function waitForAcceptances(tx: Tx, batchId: string): Promise<void> {
  await tx.query(
    "select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for no key update",
    [tx.merchantId, batchId],
  );
}
