/** How a batch ends: every row is decided, or the whole is rejected. */
import type { Tx } from "#lib/db";
import { noteEvents } from "#notifications";
import { publishEvents } from "#webhooks";
import type { Batch } from "./batch.ts";
import { failureOf } from "./failures.ts";
import { FORMATS } from "./formats.ts";

const NO_ROW = "No row of the batch could be accepted.";

/** Why a batch is rejected whose rows are not what they were. */
export const CONTENT_CHANGED = "The rows are not those that the batch was made of.";

/** Ends a locked batch none of whose rows is open: rejected when not one was accepted. */
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

/** Rejects what is open of a locked batch, and tells the merchant when nothing of it was accepted. */
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
