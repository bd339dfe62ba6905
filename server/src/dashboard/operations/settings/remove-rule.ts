import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { requestRule } from "#risk";
import { ruleChange, ruleChangeRefusals } from "./rule-fields.ts";
import { showRequested } from "./show-requested.ts";

/** Ends a rule; what it said of transfers stays with them. */
export const removeRule = memberOperation({
  name: "removeRule",
  method: "DELETE",
  path: "/merchants/{merchantId}/rules/{ruleId}",
  tag: "Settings",
  summary: "Remove a risk rule",
  permission: "manage_limits",
  stepUp: true,
  pathFields: { ruleId: id() },
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: async ({ ctx, session, merchantId, by, input: { ruleId } }) =>
    showRequested(ctx, session, await requestRule(ctx, merchantId, { action: "remove", ruleId, by })),
});
