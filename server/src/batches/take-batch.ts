/** Chooses the next batch and the worker for it; several processes may look at once. */
import type { Tx } from "#lib/db";
import { batchColumns, type Batch } from "./batch.ts";

/**
 * The time for which a batch belongs to the worker that took it, from its last sign of life. It only saves
 * others the work: two workers on the same rows do no harm.
 */
const TAKEN_SECONDS = 10;

/** Takes a merchant's oldest batch that no worker has; null if there is none. */
export async function takeBatch(tx: Tx): Promise<Batch | null> {
  const [batch] = await tx.query<Batch>(
    `update batches.batch
     set free_at = statement_timestamp() + $2 * interval '1 second',
         stage = case stage when 'uploaded' then 'validating' else stage end
     where merchant_id = $1
       and batch_id = (
         select batch_id
         from batches.batch
         where merchant_id = $1
           and stage in ('uploaded', 'validating', 'processing')
           and free_at <= statement_timestamp()
         order by batch_id
         limit 1
         for update skip locked
       )
     returning ${batchColumns}`,
    [tx.merchantId, TAKEN_SECONDS],
  );
  return batch ?? null;
}

/** Keeps a batch for some more seconds, while it is processed or to let it rest after a failure. */
export async function keepBatch(tx: Tx, batchId: string, seconds = TAKEN_SECONDS): Promise<void> {
  await tx.execute(
    `update batches.batch
     set free_at = statement_timestamp() + $3 * interval '1 second'
     where merchant_id = $1
       and batch_id = $2`,
    [tx.merchantId, batchId, seconds],
  );
}
