import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import type { BankState } from "./bank-health.ts";
import { standingOf, type SnapshotEntry } from "./bank-snapshot.ts";
import { readBankHealth, readBankSnapshots } from "./read-bank-health.ts";
import { CALLS_TOLD_MIN } from "./read-public-health.ts";

/** A bank of the merchant on a rail. Shares in hundredths of a percent; null: too few calls. */
export interface BankRailHealth {
  readonly bankId: string;
  readonly rail: Rail;
  /** The payee's bank or UPI handle for which it is in this state; null: for all payees. */
  readonly payeeCode: string | null;
  /** Null: it has not been called yet. */
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
