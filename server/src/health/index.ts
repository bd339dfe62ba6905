/** Health: incidents of beneficiaries' banks, from notices and from live traffic. */
export { announceOutage } from "./announce-outage.ts";
export { detectOutages } from "./detect-outages.ts";
export { endOutage } from "./end-outage.ts";
export { HealthError } from "./errors.ts";
export {
  ENTITIES,
  MODES,
  SEVERITIES,
  type Entity,
  type Incident,
  type IncidentStatus,
  type Mode,
  type Severity,
  type Subject,
} from "./incident.ts";
export { listDowntimes, type Downtime } from "./list-downtimes.ts";
export { listIncidents, type IncidentQuery } from "./list-incidents.ts";
export { listOutages } from "./list-outages.ts";
export type { Notice } from "./notice.ts";
export { openIncident } from "./open-incident.ts";
export type { Outage } from "./outage.ts";
export { resolveIncident } from "./resolve-incident.ts";
export { startHealth, workIncidents } from "./work.ts";
