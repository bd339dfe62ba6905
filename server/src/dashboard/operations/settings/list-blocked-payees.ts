import Type from "typebox";
import { readWaiting } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, waitingFields } from "#dashboard/schemas";
import { listBlocked } from "#risk";

const block = Type.Object({
  blockId: Type.String(),
  kind: Type.String(),
  shown: Type.String(),
  because: Type.String(),
  blockedAt: at,
  expiresAt: nullable(at),
  expired: Type.Boolean(),
  /** Its end, which others have to approve first. */
  waits: nullable(Type.Object(waitingFields)),
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
  handle: async ({ ctx, merchantId, input: { limit, cursor = null } }) => {
    const blocks = await listBlocked(ctx, merchantId, { limit: limit + 1, beforeBlockId: cursor });
    const ids = blocks.map(({ blockId }) => blockId);
    const waiting = await ctx.db.inMerchant(merchantId, (tx) => readWaiting(tx, "limit", ids));
    return pageOf(blocks, limit, {
      item: (one) => ({ ...one, waits: waiting.get(one.blockId) ?? null }),
      place: ({ blockId }) => blockId,
    });
  },
});
