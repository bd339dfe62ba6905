/** Reads the health of a merchant's banks: the current one, and that of past decisions. */
import type { Tx } from "#lib/db";
import type { Estimates } from "./bank-health.ts";
import { LIVE, tablesOf } from "./bank-scope.ts";
import { entriesOf, type BankSnapshot, type SnapshotEntry } from "./bank-snapshot.ts";
import { stepHealth } from "./estimate-health.ts";

/** Reads the current health of a merchant's banks, and the number of the snapshot that routing uses. */
export async function readBankHealth(
  tx: Tx,
): Promise<{ snapshotNo: number; entries: readonly SnapshotEntry[] }> {
  const scopeId = await scopeOfMerchant(tx);
  const { column, watch } = tablesOf(scopeId);
  const [found] = await tx.query<{ estimates: Estimates; snapshotNo: number }>(
    `select estimates, snapshot_no as "snapshotNo"
     from ${watch}
     where ${column} = $1`,
    [scopeId],
  );
  if (found === undefined) return { snapshotNo: 0, entries: [] };
  return {
    snapshotNo: found.snapshotNo,
    entries: entriesOf(stepHealth(found.estimates, [], tx.now.getTime())),
  };
}

export async function readBankSnapshots(
  tx: Tx,
  snapshotNos: readonly number[],
): Promise<ReadonlyMap<number, BankSnapshot>> {
  const scopeId = await scopeOfMerchant(tx);
  const { column, snapshot } = tablesOf(scopeId);
  const rows = await tx.query<{ snapshotNo: number; snapshot: Omit<BankSnapshot, "snapshotNo"> }>(
    `select snapshot_no as "snapshotNo", snapshot
     from ${snapshot}
     where ${column} = $1
       and snapshot_no = any ($2::int[])`,
    [scopeId, [...new Set(snapshotNos)]],
  );
  return new Map(rows.map((row) => [row.snapshotNo, { ...row.snapshot, snapshotNo: row.snapshotNo }]));
}

async function scopeOfMerchant(tx: Tx): Promise<string> {
  const [merchant] = await tx.query<{ mode: string }>(
    "select mode from access.merchant where merchant_id = $1",
    [tx.merchantId],
  );
  return merchant?.mode === "live" ? LIVE : tx.merchantId;
}
