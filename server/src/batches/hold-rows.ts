/**
 * Who accepts rows and who says no to rows take turns at their batch: while the one is at it, the other waits, and then
 * sees what was done.
 */
import type { Tx } from "#lib/db";

/** Another worker has decided rows that were open a moment ago. */
export class RowsDecidedError extends Error {
  constructor() {
    super("rows of the batch were decided by another worker");
    this.name = "RowsDecidedError";
  }
}

/**
 * For the transaction that accepts rows: until it ends no one says no to any row of the batch. Several may accept at
 * once. Throws RowsDecidedError unless all these rows are open.
 */
export async function holdOpenRows(tx: Tx, batchId: string, rowNos: readonly number[]): Promise<void> {
  const [, [open]] = await Promise.all([
    tx.query("select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for share", [
      tx.merchantId,
      batchId,
    ]),
    // Read after the lock, so that it sees what was done before it.
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

/** For the transaction that says no to rows: what accepts rows of the batch has ended before, or begins after it. */
export async function waitForAcceptances(tx: Tx, batchId: string): Promise<void> {
  await tx.query(
    "select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for no key update",
    [tx.merchantId, batchId],
  );
}
