/** Health of our own banks, by their responses; incidents of payees' banks, from notices and traffic. */
export { BANK_STATES, type Estimates, type Observation, type Sign } from "./bank-health.ts";
export { LIVE } from "./bank-scope.ts";
export {
  ALL_WELL,
  entriesOf,
  isChanged,
  isLimited,
  standingOf,
  type BankSnapshot,
  type SnapshotEntry,
  type BankStanding,
} from "./bank-snapshot.ts";
export { detectOutages } from "./detect-outages.ts";
export { stepHealth } from "./estimate-health.ts";
export { HealthError } from "./errors.ts";
export {
  ENTITIES,
  type Entity,
  type Incident,
  type IncidentQuery,
  listIncidents,
  MODES,
  type PublicIncident,
  readPublicIncidents,
  SEVERITIES,
  type Severity,
  type Subject,
} from "./incidents.ts";
export {
  CALLS_TOLD_MIN,
  listBankHealth,
  type PublicHealth,
  readBankSnapshots,
  readPublicHealth,
} from "./read-bank-health.ts";
export { listDowntimes, type Downtime } from "./list-downtimes.ts";
export { listOutages, ownBankOf, touchedSources } from "./outages.ts";
export { announceOutage, endOutage, openIncident, resolveIncident, type BankNotice } from "./notice.ts";
export { listLimited, makePlaces, openPlaces, type BankPlaces, type Places } from "./open-places.ts";
export { endRecoveryIncidents, openRecoveryIncidents } from "./recovering-banks.ts";
export { readBankTurns, type BankTurn } from "./write-bank-health.ts";
export { banksWorker, isOwnTrouble, observeBank, signOf, startBankWatch, watchBanks } from "./watch-banks.ts";
export { incidentsWorker, startHealth, workIncidents } from "./work.ts";
export { banksFigures } from "./measure.ts";
