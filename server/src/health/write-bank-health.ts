/** Writes the estimates from banks' responses, and a snapshot for routing when a state has changed. */
import type { Estimates, Observation } from "./bank-health.ts";
import { tablesOf, type Scope } from "./bank-scope.ts";
import { entriesOf, isChanged, nextTurn } from "./bank-snapshot.ts";
import { stepHealth } from "./estimate-health.ts";
import { followBankHealth } from "./follow-bank-health.ts";
import { readWindows } from "./read-windows.ts";

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
