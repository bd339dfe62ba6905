import { memberOperation } from "#dashboard/operation";
import { id, optional } from "#http";
import { assignBreak as assign, ReconciliationError } from "#reconciliation";
import { closed, noBreak } from "./refusals.ts";
import { breakDetails, breakField, describeBreak } from "./schemas.ts";

export const assignBreak = memberOperation({
  name: "assignBreak",
  method: "PUT",
  path: "/merchants/{merchantId}/breaks/{breakId}/owner",
  tag: "Reconciliation",
  summary: "Say which member looks after a break; without a member it has no owner",
  permission: "manage_settings",
  pathFields: breakField,
  body: { ownerId: optional(id()) },
  output: breakDetails,
  refusals: {
    ...noBreak,
    ...closed,
    owner_unknown: { status: 422, message: ReconciliationError.texts.owner_unknown },
  },
  handle: async ({ ctx, merchantId, by, input: { breakId, ownerId = null } }) => {
    await assign(ctx, merchantId, { breakId, ownerId, by });
    return describeBreak(ctx, merchantId, breakId);
  },
});
