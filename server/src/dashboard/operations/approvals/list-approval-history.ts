import { showHistory } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { describeRequests, requestSchema } from "./describe-requests.ts";
import { place } from "./list-approvals.ts";

export const listApprovalHistory = memberOperation({
  name: "listApprovalHistory",
  method: "GET",
  path: "/merchants/{merchantId}/approval-history",
  tag: "Approvals",
  summary: "List what was decided, withdrawn or expired, the newest first",
  permission: "access_transfers",
  query: pageFields(place),
  output: listOfItems(requestSchema),
  handle: async ({ ctx, merchantId, by, input: { cursor, limit } }) => {
    const before = cursor && { endedAt: new Date(cursor[0]), requestId: cursor[1] };
    const requests = await ctx.db.inMerchant(merchantId, (tx) =>
      showHistory(tx, { by, limit: limit + 1, before }),
    );
    const page = pageOf(requests, limit, {
      item: (request) => request,
      place: ({ endedAt, requestId }) => [endedAt!.toISOString(), requestId],
    });
    return { ...page, items: await describeRequests(ctx, merchantId, page.items) };
  },
});
