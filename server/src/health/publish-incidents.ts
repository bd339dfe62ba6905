/**
 * Publishes the webhooks BENEFICIARY_INCIDENT and, for our own banks, FUND_SOURCE_INCIDENT, when an incident
 * begins, becomes worse, and ends.
 */
import type { Tx } from "#lib/db";
import { formatEventTime, publishEvents } from "#webhooks";
import type { Incident } from "./incident.ts";

/** Publishes each incident in its current state. Its `events` already count this one. */
export async function publishIncidents(tx: Tx, incidents: readonly Incident[]): Promise<void> {
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
