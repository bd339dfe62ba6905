/** Health of our own banks, by their responses; incidents of payees' banks, from notices and traffic. */
export { BANK_STATES, type BankState, type Estimates, type Observation, type Sign } from "./bank-health.ts";
export { LIVE } from "./bank-scope.ts";
export {
  ALL_WELL,
  entriesOf,
  isChanged,
  isLimited,
  standingOf,
  type BankSnapshot,
  type SnapshotEntry,
  type Standing,
} from "./bank-snapshot.ts";
export { announceOutage } from "./announce-outage.ts";
export { detectOutages } from "./detect-outages.ts";
export { endOutage } from "./end-outage.ts";
export { stepHealth } from "./estimate-health.ts";
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
export { listBankHealth, type BankRailHealth } from "./list-bank-health.ts";
export { listDowntimes, type Downtime } from "./list-downtimes.ts";
export { listIncidents, type IncidentQuery } from "./list-incidents.ts";
export { listOutages } from "./list-outages.ts";
export type { Notice } from "./notice.ts";
export { isOwnTrouble, observeBank, signOf } from "./observe-bank.ts";
export { listLimited, makePlaces, type Places } from "./make-places.ts";
export { openPlaces, type BankPlaces } from "./open-places.ts";
export { openIncident } from "./open-incident.ts";
export type { Outage } from "./outage.ts";
export { CALLS_TOLD_MIN, readPublicHealth, type PublicHealth } from "./read-public-health.ts";
export { readPublicIncidents, type PublicIncident } from "./read-public-incidents.ts";
export { readBankSnapshots } from "./read-bank-health.ts";
export { readBankTurns, type BankTurn } from "./read-bank-turns.ts";
export { resolveIncident } from "./resolve-incident.ts";
export { ownBankOf, touchedSources } from "./touched-sources.ts";
export { BANK_MOMENTS, startBankWatch, watchBanks } from "./watch-banks.ts";
export { INCIDENT_MOMENTS, startHealth, workIncidents } from "./work.ts";
