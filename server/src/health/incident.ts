/** What an incident is: who cannot be paid to, by which rail, since when. */
import { partnerBank, partnerBankName } from "#banks";
import { lookUpIfsc, type Rail } from "#rails";

/**
 * A payee's bank by the first four letters of its IFSCs, or who answers for VPAs by the handle after their @; or a bank
 * of ours, by which fund sources pay, by its id.
 */
export type Entity = "bank" | "handle" | "our_bank";
export const ENTITIES: readonly Entity[] = ["bank", "handle", "our_bank"];

/** The rails by which payments go to bank accounts, and the one by which they go to VPAs. Ours may lack any rail. */
export type Mode = Rail;
export const MODES = ["imps", "neft", "rtgs", "upi"] as const;

export type Severity = "low" | "high";
export const SEVERITIES: readonly Severity[] = ["low", "high"];

/** Planned, going on, over, or called off before it began. */
export type IncidentStatus = "planned" | "active" | "resolved" | "cancelled";

/** Who cannot be paid to, and how. */
export interface Subject {
  readonly entity: Entity;
  /** `HDFC`; `okbank` of `asha@okbank`. */
  readonly entityCode: string;
  readonly mode: Mode;
}

/** One incident as a merchant sees it. Times by the merchant's clock. */
export interface Incident extends Subject {
  readonly incidentId: string;
  /** The number by which it is known outside. */
  readonly incidentNo: number;
  readonly entityName: string;
  readonly severity: Severity;
  /** Announced with its times; it begins and ends by itself. */
  readonly scheduled: boolean;
  /** From a notice, or from what banks answered. */
  readonly source: "notice" | "traffic";
  readonly status: IncidentStatus;
  /** From whom or what it is known. */
  readonly because: string;
  readonly startedAt: Date;
  /** Planned; null when it was not announced. */
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
  /** Webhooks of it so far. */
  readonly events: number;
}

/** The columns of an incident under the names of the interface above. */
export const incidentColumns = `
  incident.incident_id as "incidentId", incident.incident_no as "incidentNo", incident.entity,
  incident.entity_code as "entityCode", incident.entity_name as "entityName", incident.mode, incident.severity,
  incident.scheduled, incident.source, incident.status, incident.because, incident.started_at as "startedAt",
  incident.ends_at as "endsAt", incident.resolved_at as "resolvedAt", incident.events`;

/** The name of a bank, as the published list of IFSCs or our partners have it; null for a code that neither knows. */
export function bankNameOf(code: string): string | null {
  return lookUpIfsc(`${code}0000000`)?.bankName ?? partnerBankName(code);
}

/** What people call the entity; the code itself where no list has a name for it. */
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

/** Whether the code looks like one of a bank, handle or bank of ours, as it is kept. */
export function isSoundCode({ entity, entityCode }: Pick<Subject, "entity" | "entityCode">): boolean {
  return CODES[entity].test(entityCode);
}

/** Equal for equal subjects. */
export function keyOf({ entity, entityCode, mode }: Subject): string {
  return `${entity} ${entityCode} ${mode}`;
}
