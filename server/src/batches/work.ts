/** The background work of batches: validates new ones and processes those that may be. */
import type { Context } from "#lib/context";
import { defineWorker } from "#lib/worker";
import { runtimeOf } from "#transfers";
import { processBatch } from "./process-batch.ts";
import { takeBatch } from "./read-batch.ts";
import { validateBatch } from "./validate-batch.ts";

/** Finds merchants with a batch that no worker has taken. */
async function findMerchants(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) =>
    read.query<{ merchantId: string }>(
      `select distinct merchant_id as "merchantId"
       from batches.batch
       where stage in ('uploaded', 'validating', 'processing')
         and free_at <= statement_timestamp()`,
    ),
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
