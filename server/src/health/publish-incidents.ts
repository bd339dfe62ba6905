/** The webhook BENEFICIARY_INCIDENT: told when an incident begins, becomes worse, and is over. */
import type { Tx } from "#lib/db";
import { formatEventTime, publishEvents } from "#webhooks";
import type { Incident } from "./incident.ts";

/** Publishes each incident as it stands now; its `events` count the one that is published. */
export async function publishIncidents(tx: Tx, incidents: readonly Incident[]): Promise<void> {
  await publishEvents(
    tx,
    incidents.map((incident) => ({
      type: "BENEFICIARY_INCIDENT",
      subjectId: incident.incidentId,
      seq: incident.events,
      at: tx.now,
      data: fieldsOf(incident),
    })),
  );
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
