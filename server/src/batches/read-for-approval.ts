import type { Tx } from "#lib/db";

/** The description of a batch in the list of requests. */
export interface BatchForApproval {
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  readonly format: string;
  readonly rows: number;
  /** Rows that are already rejected. */
  readonly invalid: number;
}

/** Reads a set of batches by their ids, for approvers. */
export function readBatchesForApproval(tx: Tx, batchIds: readonly string[]): Promise<BatchForApproval[]> {
  return tx.query<BatchForApproval>(
    `select batch.batch_id as "batchId", batch.reference_id as "referenceId", batch.name, batch.format,
       batch.row_count as rows, (
         select count(*)::int
         from batches.batch_row as row
         where row.merchant_id = batch.merchant_id
           and row.batch_id = batch.batch_id
           and row.status = 'rejected'
           and row.failure <> 'batch_rejected'
       ) as invalid
     from unnest($2::uuid[]) as wanted (id)
     join batches.batch on batch.merchant_id = $1 and batch.batch_id = wanted.id`,
    [tx.merchantId, batchIds],
  );
}
