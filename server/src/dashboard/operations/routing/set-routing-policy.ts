import { memberOperation } from "#dashboard/operation";
import { prose, whole } from "#http";
import { RoutingError, setRoutingPolicy as setPolicy } from "#routing";
import { policyFields, policyRefusals, toPolicy } from "./policy-fields.ts";
import { policies, showPolicies } from "./show-policies.ts";

const VERSION_MAX = 1_000_000;

export const setRoutingPolicy = memberOperation({
  name: "setRoutingPolicy",
  method: "POST",
  path: "/merchants/{merchantId}/routing-policies",
  tag: "Routing",
  summary: "Put a routing policy in force for all that is routed from now on",
  permission: "manage_settings",
  stepUp: true,
  body: {
    ...policyFields,
    because: prose({ max: 500 }),
    /** The version that it follows; refused when another is in force by now. */
    inForce: whole({ min: 0, max: VERSION_MAX }),
  },
  output: policies,
  refusals: {
    ...policyRefusals,
    because_missing: { status: 422, message: RoutingError.texts.because_missing },
    set_meanwhile: { status: 409, message: RoutingError.texts.set_meanwhile },
  },
  handle: async ({ ctx, merchantId, by, input: { because, inForce, ...given } }) => {
    await setPolicy(ctx, merchantId, { policy: toPolicy(given), because, by, inForce });
    return ctx.db.inMerchant(merchantId, (tx) => showPolicies(ctx, tx));
  },
});
