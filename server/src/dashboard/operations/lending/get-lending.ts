import { memberOperation } from "#dashboard/operation";
import { lending, showLending } from "./show-lending.ts";

export const getLending = memberOperation({
  name: "getLending",
  method: "GET",
  path: "/merchants/{merchantId}/co-lending",
  tag: "Co-lending",
  summary: "Whether co-lending is on, the agreed split, and the three ledgers",
  permission: "access_transfers",
  output: lending,
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, showLending),
});
