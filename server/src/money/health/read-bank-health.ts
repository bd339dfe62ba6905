/** Reads the health of a merchant's banks: the current one, and that of past decisions. */
import { adapterOf, partnerBank } from "#banks";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import { bankOfKey, type BankState, type Estimates } from "./bank-health.ts";
import { LIVE, tablesOf } from "./bank-scope.ts";
import { type BankSnapshot, entriesOf, type SnapshotEntry, standingOf } from "./bank-snapshot.ts";
import { stepHealth, wilson } from "./estimate-health.ts";

/** Reads the current health of a merchant's banks, and the number of the snapshot that routing uses. */
async function readBankHealth(tx: Tx): Promise<{ snapshotNo: number; entries: readonly SnapshotEntry[] }> {
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

/** A bank of the merchant on a rail. Shares are in hundredths of a percent, and null if there were too few calls. */
interface BankRailHealth {
  readonly bankId: string;
  readonly rail: Rail;
  /** The payee's bank or UPI handle for which it is in this state. Null means for all payees. */
  readonly payeeCode: string | null;
  /** Null means that it has not been called yet. */
  readonly state: BankState | null;
  /** True if it is down because of an announcement, whatever its responses show. */
  readonly announced: boolean;
  /** False: disabled for new transfers. */
  readonly enabled: boolean;
  /** The moment to which the database was restored: no payments until all statements since are in. */
  readonly recoveringSince: Date | null;
  readonly since: Date | null;
  /** The time of the next probe if its responses show that it is down. */
  readonly probeAt: Date | null;
  /** The weighed number of the last 200 calls, in which newer ones count more. */
  readonly calls: number;
  readonly successBp: number | null;
  /** The 95% interval of the share. */
  readonly lowBp: number | null;
  readonly highBp: number | null;
  /** The recent response time in ms. */
  readonly latencyMs: number | null;
}

/** Lists the health of the merchant's banks by bank and rail, including those not called yet. */
export async function listBankHealth(ctx: Pick<Context, "vault">, tx: Tx): Promise<BankRailHealth[]> {
  const connections = await listBankConnections(ctx, tx);
  const { snapshotNo, entries } = await readBankHealth(tx);
  const { windows = [] } = (await readBankSnapshots(tx, [snapshotNo])).get(snapshotNo) ?? {};
  const snapshot = { snapshotNo, entries: [...entries], windows };
  return connections.flatMap((connection) =>
    adapterOf(connection)
      .capabilities(connection.bankId)
      .rails.flatMap((rail) => {
        const { bankId, enabled, recoveringSince } = connection;
        const sending = { enabled, recoveringSince };
        const ofBank = entries.filter((entry) => entry.bankId === bankId && entry.rail === rail);
        const forAll = ofBank.find(({ payeeCode }) => payeeCode === null);
        const bank = { bankId, rail, payeeCode: null };
        const standing = standingOf(snapshot, bank, tx.now.getTime());
        return [
          { ...bank, ...sending, ...showStanding(standing), ...showCalls(forAll) },
          ...ofBank
            .filter(({ payeeCode }) => payeeCode !== null)
            .map((entry) => ({ ...sending, ...showApart(entry) })),
        ];
      }),
  );
}

/** Health that applies only to the payees of one bank. */
const showApart = (entry: SnapshotEntry) => {
  const { bankId, rail, payeeCode, state, since, probeAt } = entry;
  const apart = { bankId, rail, payeeCode, state, announced: false, since: new Date(since) };
  return { ...apart, probeAt: state === "down" ? momentOf(probeAt) : null, ...showCalls(entry) };
};

const showStanding = (standing: ReturnType<typeof standingOf>) =>
  standing === null
    ? { state: null, announced: false, since: null, probeAt: null }
    : {
        state: standing.state,
        announced: standing.announced,
        since: new Date(standing.since),
        probeAt: standing.announced ? null : momentOf(standing.againAt),
      };

function showCalls(entry: SnapshotEntry | undefined) {
  const { calls = 0, latencyMs = null } = entry ?? {};
  if (entry === undefined || calls < CALLS_TOLD_MIN)
    return { calls, latencyMs, successBp: null, lowBp: null, highBp: null };
  const { successBp, lowBp, highBp } = entry;
  return { calls, latencyMs, successBp, lowBp, highBp };
}

const momentOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

// Bank health for the public: shares with their number of calls, and nothing about any merchant.

/** One bank on one rail. Shares in hundredths of a percent. Null means too few calls. */
export interface PublicHealth {
  /**
   * `simulated` is a simulated bank, of which each sandbox merchant has its own. `live` is the real bank, for all live
   * merchants.
   */
  readonly banks: "simulated" | "live";
  readonly bankId: string;
  readonly bankName: string;
  readonly rail: Rail;
  /** Null for a simulated bank, because its state differs between merchants. */
  readonly state: BankState | null;
  /** The weighed number of each merchant's (live: all merchants') last 200 calls; newer ones count more. */
  readonly calls: number;
  readonly successBp: number | null;
  /** The 95% interval of the share. */
  readonly lowBp: number | null;
  readonly highBp: number | null;
}

/** With fewer calls, no share is published. */
export const CALLS_TOLD_MIN = 20;

/** Reads public health over all merchants, by bank and rail. */
export async function readPublicHealth(
  ctx: Pick<Context, "db">,
): Promise<{ asOf: Date; items: readonly PublicHealth[] }> {
  const [live, simulated] = await Promise.all([
    ctx.db.directory((tx) => tx.query<Row>(READ_LIVE)),
    ctx.db.sweepReachable((read) => read.query<Row>(READ_SIMULATED)),
  ]);
  const items = [...live, ...joinHomes(simulated)].map(({ banks, key, state, good, total }): PublicHealth => {
    const { bankId, rail } = bankOfKey(key);
    const bankName = partnerBank(bankId)?.name ?? bankId;
    const about = { banks, bankId, bankName, rail, state, calls: Math.round(total) };
    if (total < CALLS_TOLD_MIN) return { ...about, successBp: null, lowBp: null, highBp: null };
    const { low, high } = wilson(good, total, 1.96);
    const bp = (share: number): number => Math.round(share * 10_000);
    return { ...about, successBp: bp(good / total), lowBp: bp(low), highBp: bp(high) };
  });
  return { asOf: new Date(), items };
}

interface Row {
  readonly banks: "simulated" | "live";
  readonly key: string;
  readonly state: BankState | null;
  readonly good: number;
  readonly total: number;
}

/** Adds up what several homes have about the same bank, in the order of the keys. */
function joinHomes(rows: readonly Row[]): Row[] {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return [...byKey.keys()].toSorted().map((key) => {
    const parts = byKey.get(key)!;
    const sum = (name: "good" | "total"): number => parts.reduce((total, part) => total + part[name], 0);
    return { ...parts[0]!, good: sum("good"), total: sum("total") };
  });
}

// Keys with a payee's bank are not published: whom merchants pay is their own business.
const readFrom = (table: string, { banks, state }: { banks: Row["banks"]; state: string }): string => `
  select '${banks}' as banks, key, max(${state}) as state, sum((memory ->> 'good')::float8) as good,
    sum((memory ->> 'good')::float8 + (memory ->> 'refused')::float8 + (memory ->> 'unknown')::float8) as total
  from (
    select known.key, known.value ->> 'state' as state, known.value -> 'slow' as memory
    from ${table}
    cross join lateral jsonb_each(estimates) as known
  ) as estimate
  where key not like '% % %'
  group by key
  order by key`;

const READ_LIVE = readFrom("health.live_bank_watch", { banks: "live", state: "state" });
const READ_SIMULATED = readFrom("health.bank_watch", { banks: "simulated", state: "null::text" });
