import Type from "typebox";
import { nameActors } from "#access";
import { memberOperation } from "#dashboard/operation";
import { listBatches as list } from "#batches";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { batchOf, batchSchema } from "./schemas.ts";

export const listBatches = memberOperation({
  name: "listBatches",
  method: "GET",
  path: "/merchants/{merchantId}/batches",
  tag: "Batches",
  summary: "List batches, newest first",
  permission: "access_transfers",
  query: pageFields(Type.Integer({ minimum: 1 })),
  output: listOfItems(batchSchema),
  handle: async ({ ctx, merchantId, fundSourceIds, input: { cursor, limit } }) => {
    const batches = await list(ctx, merchantId, {
      ...{ limit: limit + 1, beforeReferenceId: cursor },
      fundSourceIds,
    });
    const makers = batches.map(({ createdBy }) => createdBy);
    const nameOf = await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, makers));
    return pageOf(batches, limit, {
      item: (batch) => batchOf(batch, nameOf),
      place: ({ referenceId }) => referenceId,
    });
  },
});
