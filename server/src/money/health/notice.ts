/**
 * A notice that a bank is or will be down: an operator opens an incident of one sandbox merchant, or announces an
 * outage to all live ones, and ends it.
 */
import { readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx, Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { RAILS } from "#rails";
import { LIVE } from "./bank-scope.ts";
import { endOutages, insertOutages } from "./detect-outages.ts";
import { HealthError } from "./errors.ts";
import {
  bankNameOf,
  isSoundCode,
  MODES,
  nextIncidentNo,
  type Incident,
  type Severity,
  type Subject,
} from "./incidents.ts";
import { type Outage, turnFeed } from "./outages.ts";
import { withNewWindows } from "./write-bank-health.ts";
import { endIncidents, insertIncidents } from "./write-incidents.ts";

/** A notice: a bank's letter, a circular, a call. */
export interface BankNotice extends Subject {
  readonly severity: Severity;
  /** The source of the notice, in at most 500 characters. */
  readonly because: string;
  /** The planned period. Null means that it is down now, until the incident is ended. */
  readonly planned: { readonly from: Date; readonly to: Date } | null;
  readonly by: Actor;
}

const DAY_MS = 86_400_000;
const AHEAD_MS_MAX = 90 * DAY_MS;
const LONG_MS_MAX = 7 * DAY_MS;
const BECAUSE_MAX = 500;

/** Returns the notice with its code in the stored form. Throws a HealthError if it is invalid. */
export function checkNotice(notice: BankNotice, now: Date): BankNotice {
  const { entity, mode, because, planned } = notice;
  const entityCode = entity === "bank" ? notice.entityCode.toUpperCase() : notice.entityCode.toLowerCase();
  if (entity === "bank" && bankNameOf(entityCode) === null) throw HealthError.bank_unknown({ entityCode });
  if (entity === "handle" && !isSoundCode({ entity, entityCode }))
    throw HealthError.handle_invalid({ entityCode });
  if (entity === "our_bank" && !isSoundCode({ entity, entityCode }))
    throw HealthError.bank_unknown({ entityCode });
  if (!isModeOf(entity, mode)) throw HealthError.mode_invalid({ entity, mode });
  if (because.trim() === "" || because.length > BECAUSE_MAX) throw HealthError.because_missing();
  if (planned !== null) checkTimes(planned, now);
  return { ...notice, entityCode };
}

function isModeOf(entity: Subject["entity"], mode: Subject["mode"]): boolean {
  if (entity === "our_bank") return RAILS.includes(mode);
  return MODES.some((one) => one === mode) && (entity === "handle") === (mode === "upi");
}

function checkTimes({ from, to }: { from: Date; to: Date }, now: Date): void {
  const aheadMs = from.getTime() - now.getTime();
  const longMs = to.getTime() - from.getTime();
  const isSound = aheadMs > 0 && aheadMs <= AHEAD_MS_MAX && longMs > 0 && longMs <= LONG_MS_MAX;
  if (!isSound) throw HealthError.time_invalid({ from: textOf(from), to: textOf(to) });
}

/** Also works for an invalid date. */
const textOf = (at: Date): string => (Number.isNaN(at.getTime()) ? "no moment" : at.toISOString());

/**
 * Announces an outage of a real bank, a payee's or ours, to every live merchant; the worker notifies them.
 * The announcer and the reason are stored. Throws a HealthError if the notice is invalid.
 */
export async function announceOutage(ctx: Pick<Context, "db">, given: BankNotice): Promise<Outage> {
  if (given.entity !== "our_bank") return ctx.db.directory((tx) => announce(tx, given));
  return ctx.db.directory(async (tx) => {
    const scope = { tx, scopeId: LIVE, now: new Date() };
    return withNewWindows(scope, () => announce(tx, given));
  });
}

async function announce(tx: DirectoryTx, given: BankNotice): Promise<Outage> {
  const feed = await turnFeed(tx, 1);
  const notice = checkNotice(given, feed.now);
  const { entity, entityCode, mode, planned } = notice;
  const [same] = planned === null ? await tx.query(FIND_OPEN, [entity, entityCode, mode, feed.now]) : [];
  if (same !== undefined) throw HealthError.already_active({ entity, entityCode, mode });
  const times = { startedAt: planned?.from ?? feed.now, endsAt: planned?.to ?? null };
  const [outage] = await insertOutages(tx, feed, [{ ...notice, source: "notice", ...times }]);
  return outage!;
}

const FIND_OPEN = `
  select
  from health.outage
  where entity = $1
    and entity_code = $2
    and mode = $3
    and status = 'open'
    and started_at <= $4
    and (ends_at is null or ends_at > $4)
  limit 1`;

/**
 * Ends an outage for every live merchant, or cancels it before it begins. Throws HealthError.outage_not_found
 * or outage_already_over.
 */
export async function endOutage(
  ctx: Pick<Context, "db">,
  { outageNo, by }: { outageNo: number; by: Actor },
): Promise<Outage> {
  return ctx.db.directory(async (tx) => {
    const scope = { tx, scopeId: LIVE, now: new Date() };
    const [known] = await tx.query<{ entity: string }>(
      "select entity from health.outage where outage_no = $1",
      [outageNo],
    );
    const work = (): Promise<Outage> => end(tx, { outageNo, by });
    return known?.entity === "our_bank" ? withNewWindows(scope, work) : work();
  });
}

async function end(tx: DirectoryTx, { outageNo, by }: { outageNo: number; by: Actor }): Promise<Outage> {
  const feed = await turnFeed(tx, 0);
  const [ended] = await endOutages(tx, feed, { outageNos: [outageNo], by });
  if (ended !== undefined) return ended;
  const [known] = await tx.query("select from health.outage where outage_no = $1", [outageNo]);
  throw known === undefined
    ? HealthError.outage_not_found({ outageNo })
    : HealthError.outage_already_over({ outageNo });
}

/**
 * Opens an incident of one sandbox merchant, now or planned by its clock. Outages for live merchants are
 * announced to all of them (`announceOutage`). Throws a HealthError if the notice is invalid.
 */
export async function openIncident(
  ctx: Pick<Context, "db">,
  merchantId: string,
  given: BankNotice,
): Promise<Incident> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "sandbox") throw HealthError.not_sandbox();
    const scope = { tx, scopeId: merchantId, now: tx.now };
    const work = (): Promise<Incident> => open(tx, given);
    return given.entity === "our_bank" ? withNewWindows(scope, work) : work();
  });
}

async function open(tx: Tx, given: BankNotice): Promise<Incident> {
  const { merchantId } = tx;
  const notice = checkNotice(given, tx.now);
  const { entity, entityCode, mode, severity, because, planned, by } = notice;
  const incidentNo = await nextIncidentNo(tx);
  const [same] = planned === null ? await tx.query(FIND_ACTIVE, [merchantId, entity, entityCode, mode]) : [];
  if (same !== undefined) throw HealthError.already_active({ entity, entityCode, mode });
  const times = { startedAt: planned?.from ?? tx.now, endsAt: planned?.to ?? null };
  const subject = { entity, entityCode, mode, severity, because, by, source: "notice" } as const;
  const [opened] = await insertIncidents(tx, [{ incidentId: newId(), incidentNo, ...subject, ...times }]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "health.incident_opened",
      subject: `incident:${opened!.incidentId}`,
      detail: { entity, entityCode, mode, severity, because },
    },
  ]);
  return opened!;
}

const FIND_ACTIVE = `
  select
  from health.incident
  where merchant_id = $1
    and entity = $2
    and entity_code = $3
    and mode = $4
    and status = 'active'
  limit 1`;

/**
 * Ends an incident of one sandbox merchant, or cancels it before it begins. Throws HealthError.not_found or
 * already_over; not_sandbox for a live merchant, whose incidents end for all (`endOutage`).
 */
export async function resolveIncident(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { incidentNo, by }: { incidentNo: number; by: Actor },
): Promise<Incident> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "sandbox") throw HealthError.not_sandbox();
    const [found] = await tx.query<{ incidentId: string; entity: string }>(
      `select incident_id as "incidentId", entity from health.incident where merchant_id = $1 and incident_no = $2`,
      [merchantId, incidentNo],
    );
    if (found === undefined) throw HealthError.not_found({ incidentNo });
    const { incidentId } = found;
    const scope = { tx, scopeId: merchantId, now: tx.now };
    const end = (): Promise<Incident[]> => endIncidents(tx, { endings: [{ incidentId, at: tx.now }], by });
    const [ended] = found.entity === "our_bank" ? await withNewWindows(scope, end) : await end();
    if (ended === undefined) throw HealthError.already_over({ incidentNo });
    await recordAudit(tx, [
      {
        actor: by,
        action: "health.incident_resolved",
        subject: `incident:${incidentId}`,
        detail: { status: ended.status },
      },
    ]);
    return ended;
  });
}
