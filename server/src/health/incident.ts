/** An incident: the bank that cannot pay or be paid, the rail, and since when. */
import { partnerBank, partnerBankName } from "#banks";
import { lookUpIfsc, type Rail } from "#rails";

/**
 * A payee's bank by the first four letters of its IFSCs, a UPI handle by the text after the @, or one of our
 * banks, through which fund sources pay, by its ID.
 */
export type Entity = "bank" | "handle" | "our_bank";
export const ENTITIES: readonly Entity[] = ["bank", "handle", "our_bank"];

/** The rails to bank accounts, and the one to VPAs. One of our banks can have trouble on any rail. */
export type Mode = Rail;
export const MODES = ["imps", "neft", "rtgs", "upi"] as const;

export type Severity = "low" | "high";
export const SEVERITIES: readonly Severity[] = ["low", "high"];

/** `planned`: not begun yet. `cancelled`: it was cancelled before it began. */
export type IncidentStatus = "planned" | "active" | "resolved" | "cancelled";

/** The bank or handle, and the rail. */
export interface Subject {
  readonly entity: Entity;
  /** `HDFC`; `okbank` of `asha@okbank`. */
  readonly entityCode: string;
  readonly mode: Mode;
}

/** One incident as a merchant sees it. Times are by the merchant's clock. */
export interface Incident extends Subject {
  readonly incidentId: string;
  /** The public number. */
  readonly incidentNo: number;
  readonly entityName: string;
  readonly severity: Severity;
  /** True if it was announced with its times: it begins and ends by itself. */
  readonly scheduled: boolean;
  /** From a notice, or from responses of banks. */
  readonly source: "notice" | "traffic";
  readonly status: IncidentStatus;
  /** The source or the reason. */
  readonly because: string;
  readonly startedAt: Date;
  /** The planned end; null if none was announced. */
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
  /** The number of its webhooks so far. */
  readonly events: number;
}

/** The columns of an incident under the names of the interface above. */
export const incidentColumns = `
  incident.incident_id as "incidentId", incident.incident_no as "incidentNo", incident.entity,
  incident.entity_code as "entityCode", incident.entity_name as "entityName", incident.mode, incident.severity,
  incident.scheduled, incident.source, incident.status, incident.because, incident.started_at as "startedAt",
  incident.ends_at as "endsAt", incident.resolved_at as "resolvedAt", incident.events`;

/** Returns a bank's name from the published list of IFSCs or from our partners; null for an unknown code. */
export function bankNameOf(code: string): string | null {
  return lookUpIfsc(`${code}0000000`)?.bankName ?? partnerBankName(code);
}

/** Returns the usual name of the entity, or its code if no list has a name. */
export function nameOf({ entity, entityCode }: Pick<Subject, "entity" | "entityCode">): string {
  return NAMES[entity](entityCode);
}

const NAMES: Readonly<Record<Entity, (code: string) => string>> = {
  bank: (code) => bankNameOf(code) ?? code,
  handle: (code) => `@${code}`,
  our_bank: (code) => partnerBank(code)?.name ?? code,
};

const CODES: Readonly<Record<Entity, RegExp>> = {
  bank: /^[A-Z]{4}$/,
  handle: /^[a-z][a-z0-9]{1,63}$/,
  our_bank: /^[a-z][a-z0-9_-]{0,63}$/,
};

/** Returns true if the code has the stored form of a bank, handle or bank of ours. */
export function isSoundCode({ entity, entityCode }: Pick<Subject, "entity" | "entityCode">): boolean {
  return CODES[entity].test(entityCode);
}

/** Returns a key that is equal for equal subjects. */
export function keyOf({ entity, entityCode, mode }: Subject): string {
  return `${entity} ${entityCode} ${mode}`;
}
