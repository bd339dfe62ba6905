/** The background work of batches: validates new ones and processes those that may be. */
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Reader, Tx } from "#lib/db";
import { defineWorker } from "#lib/worker";
import { runtimeOf } from "#transfers";
import type { Batch } from "./batch.ts";
import { CONTENT_CHANGED, finishBatch, rejectWhole } from "./end-batch.ts";
import { failureOf, type FieldProblem } from "./failures.ts";
import { FORMATS, paysCards, paysListed } from "./formats.ts";
import { mayProcess } from "./prepare-rows.ts";
import { processBatch } from "./process-batch.ts";
import { takeBatch, isUnchanged, lockBatch } from "./read-batch.ts";

/** Finds merchants with a batch that no worker has taken. */
async function findMerchants(read: Reader): Promise<string[]> {
  const rows = await read.query<{ merchantId: string }>(
    `select distinct merchant_id as "merchantId"
     from batches.batch
     where stage in ('uploaded', 'validating', 'processing')
       and free_at <= statement_timestamp()`,
  );
  return rows.map((row) => row.merchantId);
}

/** Works on one batch as far as possible now, even if another worker has it: two of them do no harm. */
export async function workBatch(ctx: Context, merchantId: string, batchId: string): Promise<void> {
  await workBatches(ctx, merchantId);
  const batch = await validateBatch(ctx, merchantId, batchId);
  if (batch.stage === "processing") await processBatch(ctx, merchantId, batch);
}

/** Works on all of a merchant's batches that no worker has taken, oldest first. */
export async function workBatches(ctx: Context, merchantId: string): Promise<void> {
  while (!runtimeOf(ctx).stopping) {
    const taken = await ctx.db.inMerchant(merchantId, takeBatch);
    if (taken === null) return;
    const batch = taken.stage === "validating" ? await validateBatch(ctx, merchantId, taken.batchId) : taken;
    if (batch.stage === "processing") await processBatch(ctx, merchantId, batch);
  }
}

export const batchesWorker = defineWorker({
  name: "batches",
  everyMs: 500,
  due: findMerchants,
  work: workBatches,
});

/**
 * Rejects rows that cannot succeed now, so that approvers see them, asks if the rest may be processed, and
 * returns the batch as it then is. The content of each row by itself was checked when it came.
 */
async function validateBatch(ctx: Context, merchantId: string, batchId: string): Promise<Batch> {
  const validated = await ctx.db.inMerchant(merchantId, async (tx) => {
    await validate(tx, await lockBatch(tx, batchId));
    return lockBatch(tx, batchId);
  });
  crashPoint("batches.validate.committed");
  return validated;
}

async function validate(tx: Tx, batch: Batch): Promise<void> {
  const { batchId, stage } = batch;
  if (stage !== "validating") return;
  if (!(await isUnchanged(tx, batch))) return rejectWhole(tx, batch, CONTENT_CHANGED);
  await rejectKnown(tx, batch);
  const openRows = await countOpen(tx, batchId);
  if (openRows === 0) return finishBatch(tx, batch);
  const answer = await mayProcess(tx, { ...batch, openRows });
  if (answer.kind === "reject") return rejectWhole(tx, batch, answer.because);
  await tx.execute("update batches.batch set stage = $3 where merchant_id = $1 and batch_id = $2", [
    tx.merchantId,
    batchId,
    answer.kind === "wait" ? "awaiting_approval" : "processing",
  ]);
}

/**
 * Makes PostgreSQL look once for each row, by its key. Statistics do not know a batch that has just come, and a join
 * planned for few rows compares each of its rows with each transfer of the merchant.
 */
const FOR_EACH_ROW = "offset 0";

async function rejectKnown(tx: Tx, batch: Batch): Promise<void> {
  if (FORMATS[batch.format].kind === "transfers") {
    await rejectWhere(tx, batch, {
      problem: "transfer_id_exists",
      condition: `exists (
        select from transfers.transfer
        where transfer.merchant_id = batch_row.merchant_id
          and transfer.transfer_key = batch_row.row_key
        ${FOR_EACH_ROW}
      )`,
    });
  }
  if (paysCards(batch.format) && (await readMerchant(tx)).settings.tokenRequestorId === null) {
    await rejectWhere(tx, batch, { problem: "feature_not_available", condition: "card_hash is not null" });
  }
  if (paysListed(batch.format)) {
    await pinBeneficiaries(tx, batch);
    await rejectWhere(tx, batch, {
      problem: "beneficiary_not_found",
      condition: "bene_id is not null and beneficiary_id is null",
    });
  }
}

/** Pins the approved beneficiaries: one that is removed and added again meanwhile is a different one. */
async function pinBeneficiaries(tx: Tx, { batchId }: Batch): Promise<void> {
  await tx.execute(
    `update batches.batch_row as row
     set beneficiary_id = coalesce((
       select listed.beneficiary_id
       from beneficiaries.beneficiary as listed
       where listed.merchant_id = row.merchant_id
         and listed.bene_id = row.bene_id
         and listed.bene_id is not null
         and listed.removed_at is null
       ${FOR_EACH_ROW}
     ), row.beneficiary_id)
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.status = 'open'
       and row.bene_id is not null`,
    [tx.merchantId, batchId],
  );
}

async function rejectWhere(
  tx: Tx,
  { batchId }: Batch,
  { problem, condition }: { problem: FieldProblem; condition: string },
): Promise<void> {
  const { failure, because } = failureOf(problem);
  await tx.execute(
    `update batches.batch_row
     set status = 'rejected',
         sealed_card = null,
         failure = $3,
         because = $4
     where merchant_id = $1
       and batch_id = $2
       and status = 'open'
       and ${condition}`,
    [tx.merchantId, batchId, failure, because],
  );
}

async function countOpen(tx: Tx, batchId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and status = 'open'`,
    [tx.merchantId, batchId],
  );
  return row!.count;
}
