import { memberOperation } from "#dashboard/operation";
import { whole } from "#http";
import { resolveIncident } from "#health";
import { drill } from "./drills.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** Ends a drill, or calls a planned one off. */
export const endDowntimeDrill = memberOperation({
  name: "endDowntimeDrill",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/incidents/{incidentNo}/end",
  tag: "Sandbox",
  summary: "End a downtime drill",
  permission: "manage_webhooks",
  pathFields: { incidentNo: whole({ min: 1, max: 999_999_999 }) },
  output: drill,
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    not_found: { status: 404, message: "This drill does not exist." },
    already_over: { status: 409, message: "The drill is over already." },
  },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId, by, input } = call;
    return resolveIncident(ctx, merchantId, { incidentNo: input.incidentNo, by });
  },
});
