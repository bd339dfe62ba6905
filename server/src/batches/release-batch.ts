import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import { BatchError } from "./errors.ts";
import { isUnchanged, lockBatch } from "./read-batch.ts";

/**
 * Releases a batch that waits for approval, in the transaction of the approval. `contentHash` is what was
 * approved. Throws BatchError.content_changed unless the rows are still those, and not_awaiting_approval.
 */
export async function releaseBatch(
  tx: Tx,
  { batchId, contentHash }: { batchId: string; contentHash: Buffer },
): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  if (batch.stage !== "awaiting_approval") throw BatchError.not_awaiting_approval({ batchId });
  if (!batch.contentHash.equals(contentHash) || !(await isUnchanged(tx, batch))) {
    throw BatchError.content_changed({ batchId });
  }
  await tx.execute(
    `update batches.batch
     set stage = 'processing',
         free_at = '-infinity'
     where merchant_id = $1
       and batch_id = $2`,
    [tx.merchantId, batchId],
  );
  await wakeWorker(tx, "batches");
}
