/** Incidents in the sandbox: a developer makes a beneficiary's bank unavailable, now or later. */
import { listIncidents, openIncident, resolveIncident, SEVERITIES, type Incident } from "#health";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { RAILS } from "#rails";
import { optional, whole, withDefault } from "#http";
import { SandboxError } from "./errors.ts";
import { readClock } from "./move-clock.ts";
import { choice, looseMoment, sandboxOperation, word } from "./operation.ts";

const SHOWN_MS = 100 * 86_400_000;
const INCIDENT_NO_MAX = 999_999_999;

/** The controls of incidents. */
export const incidentControls = [
  sandboxOperation({
    name: "listIncidents",
    method: "GET",
    path: "/incidents",
    summary: "List the incidents of the last 100 days, and scheduled ones",
    handle: async ({ ctx, merchantId }) => {
      const { now } = await readClock(ctx, merchantId);
      const incidents = await listIncidents(ctx, merchantId, {
        resolved: null,
        from: new Date(now.getTime() - SHOWN_MS),
        to: new Date(now.getTime() + SHOWN_MS),
        entityCode: null,
        ours: true,
      });
      return { incidents: incidents.map(shown) };
    },
  }),
  sandboxOperation({
    name: "openIncident",
    method: "POST",
    path: "/incidents",
    summary:
      "Open an incident of a bank, a UPI handle or (ours) a fund source's bank: now, or scheduled with from and to",
    body: {
      bank: optional(word()),
      handle: optional(word()),
      ours: optional(word()),
      mode: choice(RAILS),
      severity: withDefault(choice(SEVERITIES), "high"),
      because: optional(word()),
      from: optional(looseMoment()),
      to: optional(looseMoment()),
    },
    handle: async ({ ctx, merchantId, by, input }) => {
      const { bank, handle, ours, mode, severity, from, to } = input;
      const entityCode = bank ?? handle ?? ours;
      if (entityCode === undefined) throw SandboxError.bad_request({ field: "handle", why: "is missing" });
      if ([bank, handle, ours].filter((one) => one !== undefined).length > 1)
        throw SandboxError.bad_request({
          field: "handle",
          why: "is given beside another of bank, handle and ours",
        });
      await mustBeConnected(ctx, merchantId, ours);
      const isPlanned = from !== undefined || to !== undefined;
      if (isPlanned && (from === undefined || to === undefined))
        throw SandboxError.bad_request({ field: from === undefined ? "from" : "to", why: "is missing" });
      const incident = await openIncident(ctx, merchantId, {
        entity: bank !== undefined ? "bank" : handle !== undefined ? "handle" : "our_bank",
        entityCode,
        mode,
        severity,
        because: input.because ?? "opened in the sandbox",
        planned: from !== undefined && to !== undefined ? { from, to } : null,
        by,
      });
      return shown(incident);
    },
  }),
  sandboxOperation({
    name: "resolveIncident",
    method: "POST",
    path: "/incidents/{id}/resolve",
    summary: "End an incident, or cancel a scheduled one",
    pathFields: { id: whole({ min: 0, max: INCIDENT_NO_MAX }) },
    handle: async ({ ctx, merchantId, by, input: { id: incidentNo } }) =>
      shown(await resolveIncident(ctx, merchantId, { incidentNo, by })),
  }),
] as const;

/** Throws SandboxError.bank_not_found if the merchant is not connected to the bank of an incident. */
async function mustBeConnected(ctx: Context, merchantId: string, bankId: string | undefined): Promise<void> {
  if (bankId === undefined) return;
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  if (!connections.some((one) => one.bankId === bankId)) throw SandboxError.bank_not_found({ bankId });
}

function shown({ incidentNo, incidentId: _incidentId, events: _events, ...facts }: Incident): object {
  return { id: incidentNo, ...facts };
}
