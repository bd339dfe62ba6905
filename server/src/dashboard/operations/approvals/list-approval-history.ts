import Type from "typebox";
import { showHistory } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { optional, text, whole, withDefault } from "#http";
import { describeRequests, requestSchema } from "./describe-requests.ts";
import { cursorRefusals, nextPlace, readPlace } from "./list-approvals.ts";

export const listApprovalHistory = memberOperation({
  name: "listApprovalHistory",
  method: "GET",
  path: "/merchants/{merchantId}/approval-history",
  tag: "Approvals",
  summary: "List what was decided, withdrawn or expired, the newest first",
  permission: "access_transfers",
  query: {
    cursor: optional(text({ max: 100 })),
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({ items: Type.Array(requestSchema), next: Type.Union([Type.String(), Type.Null()]) }),
  refusals: cursorRefusals,
  handle: async ({ ctx, merchantId, by, input: { cursor, limit } }) => {
    const place = cursor === undefined ? undefined : readPlace(cursor);
    const before = place && { endedAt: place.at, requestId: place.requestId };
    const requests = await ctx.db.inMerchant(merchantId, (tx) => showHistory(tx, { by, limit, before }));
    return {
      items: await describeRequests(ctx, merchantId, requests),
      next: nextPlace(requests, limit, ({ endedAt }) => endedAt!),
    };
  },
});
