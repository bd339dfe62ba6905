import Type from "typebox";
import { type CallFilter, CALL_OUTCOMES, countGaps, listCalls, OBJECT_KINDS } from "#calls";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, nullable, words } from "#dashboard/schemas";
import { listOf, moment, oneOf, optional, searchTerm, text } from "#http";

const call = Type.Object({
  callId: Type.String(),
  requestId: Type.String(),
  at,
  method: Type.String(),
  path: Type.String(),
  httpStatus: Type.Integer(),
  durationMs: Type.Integer(),
  clientId: nullable(Type.String()),
  ip: Type.String(),
  refusal: nullable(Type.String()),
  objectKind: nullable(words(OBJECT_KINDS)),
  objectKey: nullable(Type.String()),
});

const DAY_MS = 86_400_000;

/** Lists the calls of the last 30 days, newest first. */
export const listApiCalls = memberOperation({
  name: "listApiCalls",
  method: "GET",
  path: "/merchants/{merchantId}/api-calls",
  tag: "Developers",
  summary: "List API calls by request id, object, outcome and time",
  permission: "access_transfers",
  query: {
    requestId: optional(text({ max: 100 })),
    /** A request ID, or the merchant's own ID of the subject of a call. */
    search: optional(searchTerm({ max: 100 })),
    /** The merchant's own ID of a transfer, batch, beneficiary or other subject. */
    object: optional(text({ max: 100 })),
    outcomes: optional(listOf(oneOf(CALL_OUTCOMES), { min: 1, max: 3 })),
    from: optional(moment()),
    to: optional(moment()),
    ...pageFields(Type.String({ format: "uuid" })),
  },
  output: Type.Object({
    items: Type.Array(call),
    next: nullable(Type.String()),
    /** The number of calls in the period, or else in the last day, that were not logged because there were too many. */
    notLogged: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId, input: { limit, cursor, object, search, ...filter } }) => {
    const find = (more: CallFilter) =>
      listCalls(ctx, merchantId, { ...filter, ...more, before: cursor, limit: limit + 1 });
    const byRequest = search === undefined ? [] : await find({ requestId: search });
    const found = byRequest.length > 0 ? byRequest : await find({ objectKey: search ?? object });
    const notLogged = await ctx.db.inMerchant(merchantId, (tx) => {
      const { from = new Date(tx.now.getTime() - DAY_MS), to = new Date(tx.now.getTime() + DAY_MS) } = filter;
      return countGaps(tx, { from, to });
    });
    const page = pageOf(found, limit, { item: (one) => one, place: ({ callId }) => callId });
    return { ...page, notLogged };
  },
});
