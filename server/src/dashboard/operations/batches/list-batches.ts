import Type from "typebox";
import { nameActors } from "#access";
import { memberOperation } from "#dashboard/operation";
import { listBatches as list } from "#batches";
import { optional, whole, withDefault } from "#http";
import { batchOf, batchSchema } from "./schemas.ts";

export const listBatches = memberOperation({
  name: "listBatches",
  method: "GET",
  path: "/merchants/{merchantId}/batches",
  tag: "Batches",
  summary: "List batches, the newest first",
  permission: "access_transfers",
  query: {
    before: optional(whole({ min: 1, max: 2_147_483_647 })),
    limit: withDefault(whole({ min: 1, max: 100 }), 25),
  },
  output: Type.Object({
    items: Type.Array(batchSchema),
    /** The last one's reference id, to go on before; null at the end. */
    next: Type.Union([Type.Integer(), Type.Null()]),
  }),
  handle: async ({ ctx, merchantId, input: { before, limit } }) => {
    const batches = await list(ctx, merchantId, { limit, beforeReferenceId: before });
    const nameOf = await nameActors(
      ctx,
      merchantId,
      batches.map(({ createdBy }) => createdBy),
    );
    const next = batches.length < limit ? null : batches.at(-1)!.referenceId;
    return { items: batches.map((batch) => batchOf(batch, nameOf)), next };
  },
});
