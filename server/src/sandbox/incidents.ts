/** Incidents in the sandbox: a developer lets a beneficiary's bank be down, now or planned, and up again. */
import type { Caller } from "#access";
import { listIncidents, MODES, openIncident, resolveIncident, SEVERITIES, type Incident } from "#health";
import type { Context } from "#lib/context";
import { SandboxError } from "./errors.ts";
import { readClock } from "./move-clock.ts";
import { oneOf, optionalText, parseMoment, text, type Fields } from "./read-fields.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly params: Fields;
  readonly body: Fields;
}

/** The controls of incidents. */
export const incidentRoutes = [
  { method: "GET", path: "/incidents", handle: showIncidents },
  { method: "POST", path: "/incidents", handle: addIncident },
  { method: "POST", path: "/incidents/:id/resolve", handle: endIncident },
] as const;

const SHOWN_MS = 100 * 86_400_000;

/** The merchant's incidents of the last 100 days, and those to come. */
async function showIncidents({ ctx, caller }: Pick<Call, "ctx" | "caller">): Promise<unknown> {
  const { now } = await readClock(ctx, caller.merchantId);
  const incidents = await listIncidents(ctx, caller.merchantId, {
    resolved: null,
    from: new Date(now.getTime() - SHOWN_MS),
    to: new Date(now.getTime() + SHOWN_MS),
    entityCode: null,
  });
  return { incidents: incidents.map(shown) };
}

/** Opens an incident of a `bank` or `handle`: now, or planned with `from` and `to`. */
async function addIncident({ ctx, caller, body }: Call): Promise<unknown> {
  const bank = optionalText(body, "bank");
  const isPlanned = optionalText(body, "from") !== undefined || optionalText(body, "to") !== undefined;
  const incident = await openIncident(ctx, caller.merchantId, {
    entity: bank === undefined ? "handle" : "bank",
    entityCode: bank ?? text(body, "handle"),
    mode: oneOf(body, "mode", MODES),
    severity: oneOf(body, "severity", SEVERITIES, "high"),
    because: optionalText(body, "because") ?? "opened in the sandbox",
    planned: isPlanned ? { from: parseMoment(body, "from"), to: parseMoment(body, "to") } : null,
    by: `api-key:${caller.clientId}`,
  });
  return shown(incident);
}

/** Ends an incident, or calls a planned one off. */
async function endIncident({ ctx, caller, params }: Call): Promise<unknown> {
  const id = text(params, "id");
  if (!/^\d{1,9}$/.test(id)) throw SandboxError.bad_request({ field: "id", why: "is no number" });
  const ended = { incidentNo: Number(id), by: `api-key:${caller.clientId}` } as const;
  return shown(await resolveIncident(ctx, caller.merchantId, ended));
}

function shown({ incidentNo, incidentId: _incidentId, events: _events, ...facts }: Incident): object {
  return { id: incidentNo, ...facts };
}
