/**
 * Writes the estimates from banks' responses, a snapshot for routing when a state has changed, and the incidents of
 * our own banks that follow from it.
 */
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Rail } from "#rails";
import {
  bankOfKey,
  type BankState,
  type Estimates,
  type KeyHealth,
  type Observation,
} from "./bank-health.ts";
import { LIVE, tablesOf, type BankScope } from "./bank-scope.ts";
import { entriesOf, isChanged, nextTurn, type Window } from "./bank-snapshot.ts";
import { endOutages, insertOutages, raiseOutages } from "./detect-outages.ts";
import { isIll, stepHealth } from "./estimate-health.ts";
import { keyOf, nextIncidentNo, type Severity, type Subject } from "./incidents.ts";
import { turnFeed } from "./outages.ts";
import { endIncidents, insertIncidents, raiseIncidents } from "./write-incidents.ts";

/** Reads the current and future periods for which our banks, or an operator, announced that they are down. */
async function readWindows({ tx, scopeId, now }: BankScope): Promise<Window[]> {
  const rows = scopeId === LIVE ? await tx.query<Row>(OF_ALL, [now]) : await tx.query<Row>(OF_ONE, [scopeId]);
  return rows.map(({ bankId, rail, from, to }) => ({
    bankId,
    rail,
    from: from.getTime(),
    to: to?.getTime() ?? null,
  }));
}

interface Row {
  readonly bankId: string;
  readonly rail: Window["rail"];
  readonly from: Date;
  readonly to: Date | null;
}

const COLUMNS = `entity_code as "bankId", mode as rail, started_at as "from", ends_at as "to"`;

const OF_ALL = `
  select ${COLUMNS}
  from health.outage
  where entity = 'our_bank'
    and source = 'notice'
    and status = 'open'
    and (ends_at is null or ends_at > $1)
  order by outage_no`;

const OF_ONE = `
  select ${COLUMNS}
  from health.incident
  where merchant_id = $1
    and entity = 'our_bank'
    and source = 'notice'
    and status in ('planned', 'active')
  order by incident_no`;

/** A bank's change to a state on a rail. */
export interface BankTurn {
  readonly state: BankState;
  readonly at: Date;
}

/**
 * Reads the states of a sandbox merchant's bank on a rail, for all payees, that began in the period, by the
 * merchant's clock. None: its responses showed no trouble.
 */
export async function readBankTurns(
  tx: Tx,
  { bankId, rail, from, until }: { bankId: string; rail: Rail; from: Date; until: Date },
): Promise<BankTurn[]> {
  const values = [tx.merchantId, bankId, rail, from.getTime(), until.getTime()];
  const turns = await tx.query<{ state: BankState; since: number }>(READ, values);
  return turns.map(({ state, since }) => ({ state, at: new Date(Number(since)) }));
}

const READ = `
  select entry ->> 'state' as state, (entry ->> 'since')::float8 as since
  from health.bank_snapshot
  cross join jsonb_array_elements(snapshot -> 'entries') as entry
  where merchant_id = $1
    and entry ->> 'bankId' = $2
    and entry ->> 'rail' = $3
    and entry ->> 'payeeCode' is null
    and (entry ->> 'since')::float8 between $4 and $5
  group by state, since
  order by since, min(snapshot_no)`;

/** The estimates before and after; equal states make no new snapshot. */
interface HealthStep {
  readonly before: Estimates;
  readonly after: Estimates;
  readonly changed: boolean;
}

/** Adds observations to the estimates of a scope. Concurrent calls wait until the transaction ends. */
export async function writeBankHealth(
  scope: BankScope,
  observations: readonly Observation[],
): Promise<HealthStep> {
  const { tx, scopeId, now } = scope;
  const { column, watch } = tablesOf(scopeId);
  const { estimates: before, snapshotNo } = await lockWatch(scope);
  const after = stepHealth(before, observations, now.getTime());
  const changed = isChanged(before, after);
  const due = nextTurn(after);
  await tx.execute(
    `update ${watch}
     set estimates = $2, due_at = $3
     where ${column} = $1`,
    [scopeId, JSON.stringify(after), due === null ? null : new Date(due)],
  );
  if (changed) {
    await insertSnapshot(scope, { estimates: after, snapshotNo: snapshotNo + 1 });
    await followBankHealth(scope, after);
  }
  return { before, after, changed };
}

/**
 * Changes the announced periods of our banks, and writes a snapshot for routing. Locks the health's row
 * first, like the writers of observations: otherwise the two could deadlock.
 */
export async function withNewWindows<T>(scope: BankScope, change: () => Promise<T>): Promise<T> {
  const { estimates, snapshotNo } = await lockWatch(scope);
  const changed = await change();
  await insertSnapshot(scope, { estimates, snapshotNo: snapshotNo + 1 });
  return changed;
}

interface Watch {
  readonly estimates: Estimates;
  readonly snapshotNo: number;
}

async function lockWatch({ tx, scopeId }: BankScope): Promise<Watch> {
  const { column, watch } = tablesOf(scopeId);
  const [found] = await tx.query<Watch>(
    `insert into ${watch} as watch (${column})
     values ($1)
     on conflict (${column}) do update
     set snapshot_no = watch.snapshot_no
     returning estimates, snapshot_no as "snapshotNo"`,
    [scopeId],
  );
  return found!;
}

async function insertSnapshot(
  scope: BankScope,
  { estimates, snapshotNo }: { estimates: Estimates; snapshotNo: number },
): Promise<void> {
  const { tx, scopeId, now } = scope;
  const { column, watch, snapshot } = tablesOf(scopeId);
  const text = JSON.stringify({ entries: entriesOf(estimates), windows: await readWindows(scope) });
  await tx.execute(
    `insert into ${snapshot} (${column}, snapshot_no, snapshot, at)
     values ($1, $2, $3, $4)`,
    [scopeId, snapshotNo, text, now],
  );
  await tx.execute(`update ${watch} set snapshot_no = $2 where ${column} = $1`, [scopeId, snapshotNo]);
}

interface Ill extends Subject {
  readonly severity: Severity;
  readonly startedAt: Date;
}

interface Active<Id> extends Subject {
  readonly id: Id;
  readonly severity: Severity;
  readonly source: "notice" | "traffic";
}

/** Writes the changes in the transaction that changes the estimates. */
async function followBankHealth(scope: BankScope, estimates: Estimates): Promise<void> {
  const ill = Object.entries(estimates).flatMap(([key, health]) => illOf(key, health));
  if (scope.scopeId === LIVE) await followForAll(scope, ill);
  else await followForOne(scope as BankScope & { tx: Tx }, ill);
}

function illOf(key: string, health: KeyHealth): Ill[] {
  const { bankId, rail, payeeCode } = bankOfKey(key);
  if (payeeCode !== null || !isIll(health)) return [];
  const severity = health.ill === "degraded" ? "low" : "high";
  const startedAt = new Date(health.since);
  return [{ entity: "our_bank", entityCode: bankId, mode: rail, severity, startedAt }];
}

/** Plans the changes. An incident from a notice is not opened again. */
function plan<Id>(ill: readonly Ill[], active: readonly Active<Id>[]) {
  const known = new Map(active.map((one) => [keyOf(one), one]));
  const seen = active.filter(({ source }) => source === "traffic");
  const worse = new Set(ill.filter(({ severity }) => severity === "high").map(keyOf));
  const still = new Set(ill.map(keyOf));
  return {
    open: ill.filter((one) => !known.has(keyOf(one))),
    raise: seen.filter((one) => one.severity === "low" && worse.has(keyOf(one))).map(({ id }) => id),
    end: seen.filter((one) => !still.has(keyOf(one))).map(({ id }) => id),
  };
}

const SEEN = { source: "traffic", because: "what the bank answered", by: "system", endsAt: null } as const;

async function followForOne(
  { tx, scopeId, now }: BankScope & { tx: Tx },
  ill: readonly Ill[],
): Promise<void> {
  const active = await tx.query<Active<string>>(
    `select incident_id as id, entity, entity_code as "entityCode", mode, severity, source
     from health.incident
     where merchant_id = $1
       and entity = 'our_bank'
       and status = 'active'`,
    [scopeId],
  );
  const { open, raise, end } = plan(ill, active);
  await endIncidents(tx, { endings: end.map((incidentId) => ({ incidentId, at: now })), by: "system" });
  await raiseIncidents(tx, raise);
  if (open.length === 0) return;
  const first = await nextIncidentNo(tx, open.length);
  await insertIncidents(
    tx,
    open.map((one, index) => ({ ...one, ...SEEN, incidentId: newId(), incidentNo: first + index })),
  );
}

async function followForAll({ tx, now }: BankScope, ill: readonly Ill[]): Promise<void> {
  const active = await tx.query<Active<number>>(
    `select outage_no as id, entity, entity_code as "entityCode", mode, severity, source
     from health.outage
     where entity = 'our_bank'
       and status = 'open'
       and started_at <= $1
       and (ends_at is null or ends_at > $1)`,
    [now],
  );
  const { open, raise, end } = plan(ill, active);
  if (open.length + raise.length + end.length === 0) return;
  const feed = await turnFeed(tx, open.length);
  await endOutages(tx, feed, { outageNos: end, by: "system" });
  await raiseOutages(tx, feed, raise);
  await insertOutages(
    tx,
    feed,
    open.map((one) => ({ ...one, ...SEEN })),
  );
}
