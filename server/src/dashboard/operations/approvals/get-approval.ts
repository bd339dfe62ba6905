import { showRequest } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { id, Refusal } from "#http";
import { describeRequests, requestSchema } from "./describe-requests.ts";

export const getApproval = memberOperation({
  name: "getApproval",
  method: "GET",
  path: "/merchants/{merchantId}/approvals/{requestId}",
  tag: "Approvals",
  summary: "Read one request with its decisions",
  permission: "access_transfers",
  pathFields: { requestId: id() },
  output: requestSchema,
  refusals: { not_found: { status: 404, message: "This request does not exist." } },
  handle: async ({ ctx, merchantId, by, input: { requestId } }) => {
    const request = await ctx.db.inMerchant(merchantId, (tx) => showRequest(tx, { requestId, by }));
    if (request === null) throw new Refusal("not_found");
    return (await describeRequests(ctx, merchantId, [request]))[0];
  },
});
