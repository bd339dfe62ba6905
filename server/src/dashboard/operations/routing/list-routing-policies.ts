import { memberOperation } from "#dashboard/operation";
import { policies, showPolicies } from "./show-policies.ts";

export const listRoutingPolicies = memberOperation({
  name: "listRoutingPolicies",
  method: "GET",
  path: "/merchants/{merchantId}/routing-policies",
  tag: "Routing",
  summary: "Which bank comes first: the policy in force, then the earlier ones",
  description: "The last 50 versions, and the one that comes with the product as the last.",
  permission: "access_transfers",
  output: policies,
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, (tx) => showPolicies(ctx, tx)),
});
