/** Drills that simulate a downtime of a beneficiary's bank. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { listIncidents, MODES, openIncident, resolveIncident, SEVERITIES } from "#health";
import { moment, oneOf, optional, Refusal, text, whole, withDefault } from "#http";
import { readClock } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./sandbox.ts";

const operation = resource({ at: "/sandbox/incidents", tag: "Sandbox", permission: "manage_webhooks" });

const drill = Type.Object({
  incidentNo: Type.Integer(),
  entityCode: Type.String(),
  entityName: Type.String(),
  mode: words(["imps", "neft", "rtgs", "upi"]),
  severity: words(["low", "high"]),
  status: words(["planned", "active", "resolved", "cancelled"]),
  startedAt: at,
  endsAt: nullable(at),
  resolvedAt: nullable(at),
});

const SHOWN_MS = 100 * 86_400_000;

/** Lists the incidents that are planned or not over yet. */
export const listDowntimeDrills = operation({
  name: "listDowntimeDrills",
  method: "GET",
  summary: "List the incidents that go on or are planned",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(drill) }),
  refusals: { not_sandbox: sandboxRefusals.not_sandbox },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId } = call;
    const { now } = await readClock(ctx, merchantId);
    const from = new Date(now.getTime() - SHOWN_MS);
    const to = new Date(now.getTime() + SHOWN_MS);
    const query = { resolved: false, from, to, entityCode: null };
    return { items: await listIncidents(ctx, merchantId, query) };
  },
});

/** Simulates a downtime of a beneficiary's bank for this merchant, now or as planned. */
export const startDowntimeDrill = operation({
  name: "startDowntimeDrill",
  method: "POST",
  summary: "Simulate a downtime of a beneficiary's bank, now or planned",
  body: {
    /** The first four letters of the bank's IFSCs or, for UPI, a handle. */
    entityCode: text({ max: 30 }),
    mode: oneOf(MODES),
    severity: withDefault(oneOf(SEVERITIES), "high"),
    /** A planned downtime has both `from` and `to`. One that begins now has neither. */
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

/** Ends a drill, or cancels a planned one. */
export const endDowntimeDrill = operation({
  name: "endDowntimeDrill",
  method: "POST",
  path: "/{incidentNo}/end",
  summary: "End a downtime drill",
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
