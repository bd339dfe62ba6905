import { nameActors } from "#access";
import { memberOperation } from "#dashboard/operation";
import { describeBatch } from "#batches";
import { batchPath, batchRefusals } from "./fields.ts";
import { batchOf, batchSchema } from "./schemas.ts";

export const getBatch = memberOperation({
  name: "getBatch",
  method: "GET",
  path: "/merchants/{merchantId}/batches/{batchId}",
  tag: "Batches",
  summary: "Read the state of a batch",
  permission: "access_transfers",
  pathFields: batchPath,
  output: batchSchema,
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, input: { batchId } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId });
    return batchOf(batch, await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, [batch.createdBy])));
  },
});
