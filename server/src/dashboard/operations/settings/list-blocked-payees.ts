import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable } from "#dashboard/schemas";
import { listBlocked } from "#risk";

const block = Type.Object({
  blockId: Type.String(),
  kind: Type.String(),
  shown: Type.String(),
  because: Type.String(),
  blockedAt: at,
  expiresAt: nullable(at),
  expired: Type.Boolean(),
});

/** Payees that are never paid, the newest block first. */
export const listBlockedPayees = memberOperation({
  name: "listBlockedPayees",
  method: "GET",
  path: "/merchants/{merchantId}/blocked-payees",
  tag: "Settings",
  summary: "List blocked payees",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(block),
  handle: async ({ ctx, merchantId, input: { limit, cursor = null } }) =>
    pageOf(await listBlocked(ctx, merchantId, { limit: limit + 1, beforeBlockId: cursor }), limit, {
      item: (one) => one,
      place: ({ blockId }) => blockId,
    }),
});
