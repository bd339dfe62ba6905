import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { flag, listOf, oneOf, optional, text } from "#http";
import { BREAK_KINDS, listBreaks as readBreaks } from "#reconciliation";
import { listedBreak, showBreak } from "./schemas.ts";

export const listBreaks = memberOperation({
  name: "listBreaks",
  method: "GET",
  path: "/merchants/{merchantId}/breaks",
  tag: "Reconciliation",
  summary: "What bank statements, banks and the books do not agree about, newest first",
  permission: "access_transfers",
  query: {
    open: optional(flag()),
    kinds: optional(listOf(oneOf(BREAK_KINDS), { min: 1, max: BREAK_KINDS.length })),
    bankIds: optional(listOf(text({ max: 40 }), { min: 1, max: 50 })),
    ...pageFields(Type.String({ format: "uuid" })),
  },
  output: listOfItems(listedBreak),
  handle: async ({ ctx, merchantId, input: { cursor: beforeId, limit, ...filter } }) => {
    const { now } = await ctx.db.inMerchant(merchantId, async (tx) => ({ now: tx.now }));
    const breaks = await readBreaks(ctx, merchantId, { ...filter, beforeId, limit: limit + 1 });
    return pageOf(breaks, limit, { item: (one) => showBreak(one, now), place: ({ breakId }) => breakId });
  },
});
