import { memberOperation } from "#dashboard/operation";
import { noBreak } from "./refusals.ts";
import { breakDetails, breakField, describeBreak } from "./schemas.ts";

export const getBreak = memberOperation({
  name: "getBreak",
  method: "GET",
  path: "/merchants/{merchantId}/breaks/{breakId}",
  tag: "Reconciliation",
  summary: "Read one break with the line of the statement and its history",
  permission: "access_transfers",
  pathFields: breakField,
  output: breakDetails,
  refusals: noBreak,
  handle: ({ ctx, merchantId, input: { breakId } }) => describeBreak(ctx, merchantId, breakId),
});
