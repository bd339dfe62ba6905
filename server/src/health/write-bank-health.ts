/** Writes the estimates from banks' responses, and a snapshot for routing when a state has changed. */
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import type { BankState, Estimates, Observation } from "./bank-health.ts";
import { LIVE, type Scope, tablesOf } from "./bank-scope.ts";
import { entriesOf, isChanged, nextTurn, type Window } from "./bank-snapshot.ts";
import { stepHealth } from "./estimate-health.ts";
import { followBankHealth } from "./follow-bank-health.ts";

/** Reads the current and future periods for which our banks, or an operator, announced that they are down. */
async function readWindows({ tx, scopeId, now }: Scope): Promise<Window[]> {
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
export interface HealthStep {
  readonly before: Estimates;
  readonly after: Estimates;
  readonly changed: boolean;
}

/** Adds observations to the estimates of a scope. Concurrent calls wait until the transaction ends. */
export async function writeBankHealth(
  scope: Scope,
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
export async function withNewWindows<T>(scope: Scope, change: () => Promise<T>): Promise<T> {
  const { estimates, snapshotNo } = await lockWatch(scope);
  const changed = await change();
  await insertSnapshot(scope, { estimates, snapshotNo: snapshotNo + 1 });
  return changed;
}

interface Watch {
  readonly estimates: Estimates;
  readonly snapshotNo: number;
}

async function lockWatch({ tx, scopeId }: Scope): Promise<Watch> {
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
  scope: Scope,
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
