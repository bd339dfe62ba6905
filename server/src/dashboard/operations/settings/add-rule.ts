import { memberOperation } from "#dashboard/operation";
import { requestRule } from "#risk";
import { ruleChange, ruleChangeRefusals, ruleFields, toGivenRule } from "./rule-fields.ts";
import { showRequested } from "./show-requested.ts";

/** Adds a rule for every order from now on, or requests approval for it. */
export const addRule = memberOperation({
  name: "addRule",
  method: "POST",
  path: "/merchants/{merchantId}/rules",
  tag: "Settings",
  summary: "Add a risk rule",
  permission: "manage_limits",
  stepUp: true,
  body: ruleFields,
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: async ({ ctx, session, merchantId, by, input }) =>
    showRequested(
      ctx,
      session,
      await requestRule(ctx, merchantId, { action: "add", rule: toGivenRule(input), by }),
    ),
});
