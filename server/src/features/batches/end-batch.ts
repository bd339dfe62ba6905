/** Ends a batch: every row is decided, or the whole batch is rejected. */
import type { Tx } from "#lib/db";
import { noteEvents } from "#notifications";
import { publishEvents } from "#webhooks";
import type { Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { failureOf } from "./failures.ts";
import { FORMATS } from "./formats.ts";
import { lockBatch } from "./read-batch.ts";

const NO_ROW = "No row of the batch could be accepted.";

/** The reason for rejecting a batch whose rows have changed. */
export const CONTENT_CHANGED = "The rows are not those that the batch was made of.";

/** Ends a locked batch without open rows; it is rejected if no row was accepted. */
export async function finishBatch(tx: Tx, batch: Batch): Promise<void> {
  const accepted = await tx.query(
    `select from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and status = 'accepted'
     limit 1`,
    [tx.merchantId, batch.batchId],
  );
  if (accepted.length === 0) return rejectWhole(tx, batch, NO_ROW);
  const { batchId, batchKey, name, rowCount } = batch;
  await setStage(tx, batchId, { stage: "finished", because: null });
  const detail = `${rowCount} ${rowCount === 1 ? "row" : "rows"}`;
  const sourceKey = `batch_${batchId}`;
  await noteEvents(tx, [
    { category: "batch_result", sourceKey, what: "Taken", id: batchKey ?? name, detail },
  ]);
}

/** Rejects the open rows of a locked batch, and notifies the merchant if they are transfers. */
export async function rejectWhole(tx: Tx, batch: Batch, because: string): Promise<void> {
  const { failure } = failureOf("batch_rejected");
  await tx.execute(
    `update batches.batch_row
     set status = 'rejected',
         sealed_card = null,
         failure = $3,
         because = $4
     where merchant_id = $1
       and batch_id = $2
       and status = 'open'`,
    [tx.merchantId, batch.batchId, failure, because],
  );
  await setStage(tx, batch.batchId, { stage: "rejected", because });
  if (FORMATS[batch.format].kind !== "transfers") return;
  const { batchId, batchKey, name, referenceId } = batch;
  const data = { batchTransferId: batchKey ?? name, referenceId: String(referenceId), reason: because };
  await publishEvents(tx, [{ type: "BULK_TRANSFER_REJECTED", subjectId: batchId, seq: 1, at: tx.now, data }]);
}

async function setStage(
  tx: Tx,
  batchId: string,
  { stage, because }: { stage: "finished" | "rejected"; because: string | null },
): Promise<void> {
  await tx.execute(
    `update batches.batch
     set stage = $3,
         because = $4,
         finished_at = $5
     where merchant_id = $1
       and batch_id = $2`,
    [tx.merchantId, batchId, stage, because, tx.now],
  );
}

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
