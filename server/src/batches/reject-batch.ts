import type { Tx } from "#lib/db";
import { rejectWhole } from "./end-batch.ts";
import { BatchError } from "./errors.ts";
import { lockBatch } from "./read-batch.ts";

/**
 * Rejects a batch that waits for approval, with all its rows, and notifies the merchant
 * (BULK_TRANSFER_REJECTED) in the transaction of the decision. Throws BatchError.not_awaiting_approval.
 */
export async function rejectBatch(
  tx: Tx,
  { batchId, because }: { batchId: string; because: string },
): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  if (batch.stage !== "awaiting_approval") throw BatchError.not_awaiting_approval({ batchId });
  await rejectWhole(tx, batch, because);
}
