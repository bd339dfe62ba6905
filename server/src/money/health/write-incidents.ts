/** Writes incidents of one merchant. Each change is published in the same transaction. */
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { formatEventTime, publishEvents } from "#webhooks";
import { type Active, becauseOf, decideIncidents, isEmpty } from "./decide-incidents.ts";
import {
  incidentColumns,
  nameOf,
  nextIncidentNo,
  WINDOW_MS,
  type Incident,
  type Severity,
  type Subject,
} from "./incidents.ts";
import { type Forgotten, readTraffic } from "./read-traffic.ts";

// Publishes the webhooks BENEFICIARY_INCIDENT and, for our own banks, FUND_SOURCE_INCIDENT, when an incident
// begins, becomes worse, and ends.

/** Publishes each incident in its current state. Its `events` already count this one. */
async function publishIncidents(tx: Tx, incidents: readonly Incident[]): Promise<void> {
  await publishEvents(
    tx,
    incidents.map((incident) => ({
      type: incident.entity === "our_bank" ? "FUND_SOURCE_INCIDENT" : "BENEFICIARY_INCIDENT",
      subjectId: incident.incidentId,
      seq: incident.events,
      at: tx.now,
      data: incident.entity === "our_bank" ? fieldsOfOurs(incident) : fieldsOf(incident),
    })),
  );
}

function fieldsOfOurs(incident: Incident) {
  const { entityCode, entityName, incidentNo, mode, status, scheduled, severity } = incident;
  const timeOf = (at: Date | null): string => (at === null ? "" : formatEventTime(at));
  return {
    id: String(incidentNo),
    bankId: entityCode,
    bankName: entityName,
    mode: mode.toUpperCase(),
    incidentType: scheduled ? "SCHEDULED" : "UNSCHEDULED",
    startedAt: timeOf(incident.startedAt),
    endsAt: timeOf(incident.endsAt),
    status: status === "resolved" ? "RESOLVED" : "ACTIVE",
    severity: severity.toUpperCase(),
    resolvedAt: timeOf(incident.resolvedAt),
  };
}

function fieldsOf(incident: Incident) {
  const { entity, incidentNo, mode, startedAt, status, scheduled, severity, resolvedAt } = incident;
  return {
    beneEntity: entity.toUpperCase(),
    id: String(incidentNo),
    mode: mode.toUpperCase(),
    startedAt: formatEventTime(startedAt),
    status: status === "resolved" ? "RESOLVED" : "ACTIVE",
    isScheduled: String(scheduled),
    severity: severity.toUpperCase(),
    entityName: incident.entityName,
    entityCode: incident.entityCode,
    resolvedAt: resolvedAt === null ? "" : formatEventTime(resolvedAt),
  };
}

interface NewIncident extends Subject {
  readonly incidentId: string;
  readonly incidentNo: number;
  readonly severity: Severity;
  readonly source: Incident["source"];
  readonly because: string;
  readonly by: string;
  readonly startedAt: Date;
  /** The planned end; null unless it was announced with its times. */
  readonly endsAt: Date | null;
}

/** Adds incidents and returns the new ones. An incident that exists already stays as it is. */
export async function insertIncidents(tx: Tx, incidents: readonly NewIncident[]): Promise<Incident[]> {
  if (incidents.length === 0) return [];
  const isPlanned = ({ startedAt, endsAt }: NewIncident): boolean => endsAt !== null && startedAt > tx.now;
  const inserted = await tx.query<Incident>(INSERT, [
    tx.merchantId,
    incidents.map((one) => one.incidentId),
    incidents.map((one) => one.incidentNo),
    incidents.map((one) => one.entity),
    incidents.map((one) => one.entityCode),
    incidents.map(nameOf),
    incidents.map((one) => one.mode),
    incidents.map((one) => one.severity),
    incidents.map((one) => one.source),
    incidents.map((one) => (isPlanned(one) ? "planned" : "active")),
    incidents.map((one) => one.because),
    incidents.map((one) => one.by),
    incidents.map((one) => one.startedAt),
    incidents.map((one) => one.endsAt),
    incidents.map((one) => (isPlanned(one) ? one.startedAt : one.endsAt)),
  ]);
  await publishIncidents(
    tx,
    inserted.filter(({ status }) => status === "active"),
  );
  return inserted;
}

const INSERT = `
  insert into health.incident (merchant_id, incident_id, incident_no, entity, entity_code, entity_name, mode, severity,
    scheduled, source, status, because, opened_by, started_at, ends_at, due_at, events)
  select $1, incident_id, incident_no, entity, entity_code, entity_name, mode, severity, ends_at is not null, source,
    status, because, opened_by, started_at, ends_at, due_at, case status when 'active' then 1 else 0 end
  from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[])
    as given (incident_id, incident_no, entity, entity_code, entity_name, mode, severity, source, status, because,
      opened_by, started_at, ends_at, due_at)
  on conflict do nothing
  returning ${incidentColumns}`;

export interface Ending {
  readonly incidentId: string;
  readonly at: Date;
}

/**
 * Ends incidents and returns them: active ones end at the given moment, and planned ones are cancelled
 * without any webhook. Those that are over already are left out.
 */
export async function endIncidents(
  tx: Tx,
  { endings, by }: { endings: readonly Ending[]; by: Actor },
): Promise<Incident[]> {
  if (endings.length === 0) return [];
  const ended = await tx.query<Incident>(END, [
    tx.merchantId,
    by,
    endings.map(({ incidentId }) => incidentId),
    endings.map(({ at }) => at),
  ]);
  await publishIncidents(
    tx,
    ended.filter(({ status }) => status === "resolved"),
  );
  return ended;
}

const END = `
  update health.incident
  set status = case status when 'active' then 'resolved' else 'cancelled' end,
      resolved_at = case status when 'active' then greatest(over.at, started_at) end,
      resolved_by = case status when 'active' then $2 end,
      events = case status when 'active' then events + 1 else events end,
      due_at = null
  from unnest($3::uuid[], $4::timestamptz[]) as over (incident_id, at)
  where incident.merchant_id = $1
    and incident.incident_id = over.incident_id
    and incident.status in ('planned', 'active')
  returning ${incidentColumns}`;

/** Raises incidents to high severity. Those that were high already are left out. */
export async function raiseIncidents(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  if (incidentIds.length === 0) return;
  const raised = await tx.query<Incident>(RAISE, [tx.merchantId, incidentIds]);
  await publishIncidents(
    tx,
    raised.filter(({ status }) => status === "active"),
  );
}

const RAISE = `
  update health.incident
  set severity = 'high',
      events = case status when 'active' then events + 1 else events end
  where merchant_id = $1
    and incident_id = any ($2::uuid[])
    and severity = 'low'
    and status in ('planned', 'active')
  returning ${incidentColumns}`;

/** Begins and ends incidents whose planned time has come. Returns the number of changes. */
export async function turnIncidents(tx: Tx): Promise<number> {
  const begun = await tx.query<Incident>(BEGIN, [tx.merchantId, tx.now]);
  await publishIncidents(tx, begun);
  const over = await tx.query<Incident>(OVER, [tx.merchantId, tx.now]);
  await publishIncidents(tx, over);
  return begun.length + over.length;
}

const BEGIN = `
  update health.incident
  set status = 'active', events = 1, due_at = ends_at
  where merchant_id = $1
    and due_at <= $2
    and status = 'planned'
  returning ${incidentColumns}`;

const OVER = `
  update health.incident
  set status = 'resolved', resolved_at = ends_at, resolved_by = 'schedule:incident', events = events + 1, due_at = null
  where merchant_id = $1
    and due_at <= $2
    and status = 'active'
  returning ${incidentColumns}`;

/**
 * Opens, raises and ends the incidents that a sandbox merchant's own traffic shows, by its clock. Safe to run
 * at any time and in several processes: the table accepts one open incident of a subject.
 */
export async function detectIncidents(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    // In this order: an incident that ends between the two is not active, and its traffic is forgotten.
    const active = await tx.query<Active<string>>(READ_ACTIVE, [merchantId]);
    const forgotten = await tx.query<Forgotten>(READ_FORGOTTEN, [
      merchantId,
      new Date(tx.now.getTime() - WINDOW_MS),
    ]);
    const watched = active.filter(({ source }) => source === "traffic");
    const plan = decideIncidents(await readTraffic(tx, { forgotten, watched }), active);
    if (isEmpty(plan)) return;
    const endings = plan.end.map((incidentId) => ({ incidentId, at: tx.now }));
    await endIncidents(tx, { endings, by: "system" });
    await raiseIncidents(tx, plan.raise);
    const firstNo = plan.open.length === 0 ? 0 : await nextIncidentNo(tx, plan.open.length);
    await insertIncidents(
      tx,
      plan.open.map((found, index) => ({
        ...found,
        incidentId: newId(),
        incidentNo: firstNo + index,
        source: "traffic",
        because: becauseOf(found),
        by: "system",
        startedAt: found.firstAt ?? tx.now,
        endsAt: null,
      })),
    );
  });
}

const READ_FORGOTTEN = `
  select over.entity, over.entity_code as "entityCode", over.mode, max(over.resolved_at) as before
  from health.incident as over
  where over.merchant_id = $1
    and over.status = 'resolved'
    and over.resolved_at >= $2
    -- A notice that ends takes nothing from what traffic shows to go on.
    and not exists (
      select from health.incident as seen
      where seen.merchant_id = $1
        and seen.source = 'traffic'
        and seen.status = 'active'
        and (seen.entity, seen.entity_code, seen.mode) = (over.entity, over.entity_code, over.mode)
        and seen.started_at < over.resolved_at
    )
  group by over.entity, over.entity_code, over.mode`;

const READ_ACTIVE = `
  select incident_id as id, entity, entity_code as "entityCode", mode, severity, source
  from health.incident
  where merchant_id = $1
    and entity <> 'our_bank'
    and status = 'active'`;
