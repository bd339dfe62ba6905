import { memberOperation } from "#dashboard/operation";
import { moment, oneOf, optional, Refusal, text, withDefault } from "#http";
import { MODES, openIncident, SEVERITIES } from "#health";
import { drill } from "./drills.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** A beneficiary's bank that is down for this merchant, now or as planned. */
export const startDowntimeDrill = memberOperation({
  name: "startDowntimeDrill",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/incidents",
  tag: "Sandbox",
  summary: "Simulate a downtime of a beneficiary's bank, now or planned",
  permission: "manage_webhooks",
  body: {
    /** The first four letters of the bank's IFSCs, or for UPI a handle. */
    entityCode: text({ max: 30 }),
    mode: oneOf(MODES),
    severity: withDefault(oneOf(SEVERITIES), "high"),
    /** Both for one that is planned, none for one that begins now. */
    from: optional(moment()),
    to: optional(moment()),
  },
  output: drill,
  status: 201,
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    half_a_plan: { status: 422, message: "Enter both a start and an end, or neither." },
    bank_unknown: { status: 422, message: "No bank has this code: the first four letters of its IFSCs." },
    handle_invalid: { status: 422, message: "That is not the handle of a UPI ID: what stands after the @." },
    mode_invalid: { status: 422, message: "A bank is down for IMPS, NEFT or RTGS, a handle for UPI." },
    already_active: { status: 409, message: "This bank is down already by this mode." },
    time_invalid: {
      status: 422,
      message: "A planned downtime starts within the next 90 days and lasts at most 7 days.",
    },
  },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId, by, input } = call;
    const { entityCode, mode, severity, from, to } = input;
    if ((from === undefined) !== (to === undefined)) throw new Refusal("half_a_plan", { field: "to" });
    return openIncident(ctx, merchantId, {
      entity: mode === "upi" ? "handle" : "bank",
      entityCode,
      mode,
      severity,
      because: "a downtime drill",
      planned: from === undefined || to === undefined ? null : { from, to },
      by,
    });
  },
});
