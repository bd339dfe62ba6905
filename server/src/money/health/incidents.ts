/** Incidents, as members and the public read them, and the limits from which traffic makes one. */
import { partnerBank, partnerBankName } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { lookUpIfsc, type Rail } from "#rails";

// An incident: the bank that cannot pay or be paid, the rail, and since when.

/**
 * A payee's bank by the first four letters of its IFSCs, a UPI handle by the text after the @, or one of our
 * banks, through which fund sources pay, by its ID.
 */
export type Entity = "bank" | "handle" | "our_bank";
export const ENTITIES: readonly Entity[] = ["bank", "handle", "our_bank"];

/** The rails to bank accounts, and the one to VPAs. One of our banks can have trouble on any rail. */
type IncidentMode = Rail;
export const MODES = ["imps", "neft", "rtgs", "upi"] as const;

export type Severity = "low" | "high";
export const SEVERITIES: readonly Severity[] = ["low", "high"];

/** `planned`: not begun yet. `cancelled`: it was cancelled before it began. */
type IncidentStatus = "planned" | "active" | "resolved" | "cancelled";

/** The bank or handle, and the rail. */
export interface Subject {
  readonly entity: Entity;
  /** `HDFC`; `okbank` of `asha@okbank`. */
  readonly entityCode: string;
  readonly mode: IncidentMode;
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
  /** From a notice, from responses of banks, or because the bank is held after a restore of the database. */
  readonly source: "notice" | "traffic" | "recovery";
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

/** Returns the first of `count` new incident numbers of a sandbox merchant. Other callers wait. */
export async function nextIncidentNo(tx: Tx, count = 1): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    `insert into health.counter as counter (merchant_id, last_incident_no)
     values ($1, $2)
     on conflict (merchant_id) do update
     set last_incident_no = counter.last_incident_no + $2
     returning last_incident_no as last`,
    [tx.merchantId, count],
  );
  return row!.last - count + 1;
}

export interface IncidentQuery {
  /** True means only those that are over. False: only those that are not, including planned ones. Null means both. */
  readonly resolved: boolean | null;
  /** Only incidents that were active or are planned at some moment from here. */
  readonly from: Date;
  /** The end of that period, not included. */
  readonly to: Date;
  /** Only of this bank or handle. Null means of all. */
  readonly entityCode: string | null;
  /** True to include those of our own banks. */
  readonly ours?: boolean;
}

const LIST_MAX = 1_000;

/** Lists a merchant's incidents in the order of their start, at most 1,000. Cancelled incidents are left out. */
export async function listIncidents(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { resolved, from, to, entityCode, ours = false }: IncidentQuery,
): Promise<Incident[]> {
  return ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Incident>(LIST, [merchantId, from, to, resolved, entityCode, ours]),
  );
}

const LIST = `
  select ${incidentColumns}
  from health.incident
  where merchant_id = $1
    and ($6 or entity <> 'our_bank')
    and started_at < $3
    and (resolved_at is null or resolved_at >= $2)
    and status <> 'cancelled'
    and ($4::boolean is null or (status = 'resolved') = $4)
    and ($5::text is null or lower(entity_code) = lower($5))
  order by started_at, incident_no
  limit ${LIST_MAX}`;

// Incidents of real banks for the public: bank, rail and period, but no reasons.

export interface PublicIncident {
  /** A bank through which payments are made, or one of the payees' accounts or VPAs. */
  readonly of: "our_bank" | "payees_bank";
  readonly name: string;
  readonly rail: IncidentMode;
  readonly severity: Severity;
  /** From a notice with or without times, or found from banks' responses. */
  readonly known: "scheduled" | "announced" | "found";
  readonly state: "planned" | "active" | "resolved";
  readonly startedAt: Date;
  /** The actual or announced end. Null means that it is active. */
  readonly endsAt: Date | null;
}

/** Reads those of the last 90 days and planned ones, latest first, at most 100, without cancelled ones. */
export async function readPublicIncidents(ctx: Pick<Context, "db">): Promise<readonly PublicIncident[]> {
  const rows = await ctx.db.directory((tx) => tx.query<Row>(READ));
  return rows.map(({ entity, ...row }) => ({
    of: entity === "our_bank" ? "our_bank" : "payees_bank",
    ...row,
  }));
}

type Row = Omit<PublicIncident, "of"> & { readonly entity: Entity };

const READ = `
  select entity, entity_name as name, mode as rail, severity, started_at as "startedAt",
    case
      when scheduled then 'scheduled'
      when source = 'notice' then 'announced'
      else 'found'
    end as known,
    case
      when started_at > now() then 'planned'
      when coalesce(resolved_at, ends_at, 'infinity') > now() then 'active'
      else 'resolved'
    end as state,
    coalesce(resolved_at, ends_at) as "endsAt"
  from health.outage
  where status <> 'cancelled'
    and coalesce(resolved_at, ends_at, now()) >= now() - interval '90 days'
  order by started_at desc, outage_no desc
  limit 100`;

// The traffic from which a payee's bank has an incident, how severe it is, and when it is over.

/** The fewest transfers that must have failed because the bank was offline: fewer may be chance. */
export const OFFLINE_MIN = 5;

/** In percent of those paid or failed for it: an incident from the first, a severe one from the second. */
export const LOW_PERCENT = 20;
export const HIGH_PERCENT = 50;

/** The number of transfers paid since it was last offline that shows that it works again. */
export const PAID_AGAIN = 5;

/** The period of traffic that counts. */
export const WINDOW_MS = 10 * 60_000;

/** The fewest of the live merchants that pay that must have met it offline. */
export const MERCHANTS_MIN = 2;

/** Days for which an unscheduled incident is listed after its start, and a scheduled one after its end. */
export const UNSCHEDULED_DAYS = 15;
export const SCHEDULED_DAYS = 7;
