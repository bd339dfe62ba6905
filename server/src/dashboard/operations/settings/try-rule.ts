import { memberOperation } from "#dashboard/operation";
import { id, optional } from "#http";
import { dryRunRule } from "#risk";
import { ruleFields, ruleRefusals, toGivenRule } from "./rule-fields.ts";
import { showTrial, trial, trialRefusals, tryRange } from "./try-fields.ts";

/** Which transfers a rule would have stopped; nothing is changed. */
export const tryRule = memberOperation({
  name: "tryRule",
  method: "POST",
  path: "/merchants/{merchantId}/rule-trials",
  tag: "Settings",
  summary: "Try a risk rule on past transfers",
  permission: "manage_limits",
  body: {
    ...ruleFields,
    ...tryRange,
    /** The rule that it would replace. */
    ruleId: optional(id()),
  },
  output: trial,
  refusals: { ...ruleRefusals, ...trialRefusals },
  handle: async ({ ctx, merchantId, input: { from, to, ruleId = null, ...given } }) =>
    showTrial(await dryRunRule(ctx, merchantId, { ...toGivenRule(given), ruleId }, { from, to })),
});
