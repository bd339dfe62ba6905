import Type from "typebox";
import { showPending, SUBJECT_KINDS } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listOf, oneOf, optional } from "#http";
import { describeRequests, requestSchema } from "./describe-requests.ts";

/** The moment that orders the list, and the request at it. */
export const place = Type.Tuple([Type.String({ format: "date-time" }), Type.String({ format: "uuid" })]);

export const listApprovals = memberOperation({
  name: "listApprovals",
  method: "GET",
  path: "/merchants/{merchantId}/approvals",
  tag: "Approvals",
  summary: "List what waits for approval, soonest to expire first",
  permission: "access_transfers",
  query: {
    kinds: optional(listOf(oneOf(SUBJECT_KINDS), { min: 1, max: SUBJECT_KINDS.length })),
    ...pageFields(place),
  },
  output: listOfItems(requestSchema),
  handle: async ({ ctx, merchantId, by, input: { kinds, cursor, limit } }) => {
    const after = cursor && { expiresAt: new Date(cursor[0]), requestId: cursor[1] };
    const requests = await ctx.db.inMerchant(merchantId, (tx) =>
      showPending(tx, { by, limit: limit + 1, subjectKinds: kinds, after }),
    );
    const page = pageOf(requests, limit, {
      item: (request) => request,
      place: ({ expiresAt, requestId }) => [expiresAt.toISOString(), requestId],
    });
    return { ...page, items: await describeRequests(ctx, merchantId, page.items) };
  },
});
