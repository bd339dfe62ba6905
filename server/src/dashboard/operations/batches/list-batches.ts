import Type from "typebox";
import { nameActors } from "#access";
import { memberOperation } from "#dashboard/operation";
import { listBatches as list } from "#batches";
import { optional, text, whole, withDefault } from "#http";
import { batchOf, batchSchema } from "./schemas.ts";

export const listBatches = memberOperation({
  name: "listBatches",
  method: "GET",
  path: "/merchants/{merchantId}/batches",
  tag: "Batches",
  summary: "List batches, the newest first",
  permission: "access_transfers",
  query: {
    cursor: optional(text({ max: 10, pattern: /^[1-9]\d*$/, says: "It is a place in the list." })),
    limit: withDefault(whole({ min: 1, max: 100 }), 25),
  },
  output: Type.Object({
    items: Type.Array(batchSchema),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
  handle: async ({ ctx, merchantId, input: { cursor, limit } }) => {
    const batches = await list(ctx, merchantId, {
      limit,
      beforeReferenceId: cursor === undefined ? undefined : Number(cursor),
    });
    const nameOf = await nameActors(
      ctx,
      merchantId,
      batches.map(({ createdBy }) => createdBy),
    );
    const next = batches.length < limit ? null : String(batches.at(-1)!.referenceId);
    return { items: batches.map((batch) => batchOf(batch, nameOf)), next };
  },
});
