import { memberOperation } from "#dashboard/operation";
import { flag, id, object, optional, whole } from "#http";
import { requestRule } from "#risk";
import { parameterFields, ruleChange, ruleChangeRefusals, toParameters } from "./rule-fields.ts";
import { showRequested } from "./show-requested.ts";

/** A rule's next version; what is not given stays, and parameters are given whole. */
export const changeRule = memberOperation({
  name: "changeRule",
  method: "PATCH",
  path: "/merchants/{merchantId}/rules/{ruleId}",
  tag: "Settings",
  summary: "Change a risk rule, switch it on or off, or move it",
  permission: "manage_limits",
  stepUp: true,
  pathFields: { ruleId: id() },
  body: {
    parameters: optional(object(parameterFields)),
    active: optional(flag()),
    place: optional(whole({ min: 0, max: 1_000_000 })),
  },
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: async ({ ctx, session, merchantId, by, input: { ruleId, parameters, active, place } }) => {
    const change = {
      ruleId,
      ...(parameters === undefined ? {} : { parameters: toParameters(parameters) }),
      ...(active === undefined ? {} : { active }),
      ...(place === undefined ? {} : { place }),
    };
    return showRequested(ctx, session, await requestRule(ctx, merchantId, { action: "change", change, by }));
  },
});
