/** The health of our banks as routing reads it: written when a state changes, and never changed again. */
import type { Rail } from "#rails";
import {
  badOf,
  bankOfKey,
  keyOfBank,
  msOfPlace,
  placesAfter,
  RAMP_MS,
  totalOf,
  type BankKey,
  type BankState,
  type Estimates,
} from "./bank-health.ts";
import { isIll, wilson } from "./estimate-health.ts";

/** One bank on one rail, for all payees or for those of one bank. Shares are in hundredths of a percent. */
export interface SnapshotEntry extends BankKey {
  readonly state: BankState;
  readonly since: number;
  readonly ill: "degraded" | "down" | null;
  readonly probeAt: number | null;
  /** The weighed number of the last calls, and the share of them that is neither refused nor unknown. */
  readonly calls: number;
  readonly successBp: number;
  /** The 95% interval of the share. */
  readonly lowBp: number;
  readonly highBp: number;
  readonly unknownBp: number;
  readonly latencyMs: number | null;
}

/** A period for which a bank announced that it will be down. */
export interface Window {
  readonly bankId: string;
  readonly rail: Rail;
  readonly from: number;
  /** Null means until it is ended. */
  readonly to: number | null;
}

export interface BankSnapshot {
  /** 0: there was never any trouble. */
  readonly snapshotNo: number;
  readonly entries: readonly SnapshotEntry[];
  readonly windows: readonly Window[];
}

export const ALL_WELL: BankSnapshot = { snapshotNo: 0, entries: [], windows: [] };

/** The health of a bank for one transfer at one moment, by the snapshot. */
export interface BankStanding {
  readonly state: BankState;
  /** True if it was down, so that it gets only its places; otherwise it is just put behind others. */
  readonly wasDown: boolean;
  /** The key of the entry that applies; places are counted under it. */
  readonly key: string;
  readonly since: number;
  /** The time from which it can be tried again; null: now. */
  readonly againAt: number | null;
  /** True if the bank itself or an operator announced it. */
  readonly announced: boolean;
  readonly failBp: number;
}

/** Makes the entries of a snapshot from the estimates. */
export function entriesOf(estimates: Estimates): SnapshotEntry[] {
  return Object.entries(estimates)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, health]) => {
      const { state, since, ill, probeAt, slow, latencyMs } = health;
      const bank = bankOfKey(key);
      if (bank.payeeCode !== null && !isIll(health)) return [];
      const total = totalOf(slow);
      const { low, high } = wilson(total - badOf(slow), total, 1.96);
      const share = (count: number): number => (total === 0 ? 0 : Math.round((10_000 * count) / total));
      const shares = { successBp: share(slow.good), unknownBp: share(slow.unknown) };
      const bounds = { lowBp: Math.round(low * 10_000), highBp: Math.round(high * 10_000) };
      return [
        { ...bank, state, since, ill, probeAt, calls: Math.round(total), ...shares, ...bounds, latencyMs },
      ];
    });
}

/** Returns true if routing would see a difference. */
export function isChanged(before: Estimates, after: Estimates): boolean {
  const gist = (estimates: Estimates): string =>
    Object.entries(estimates)
      .flatMap(([key, { state, since }]) => (state === "healthy" ? [] : [`${key} ${state} ${since}`]))
      .toSorted()
      .join();
  return gist(before) !== gist(after);
}

/** Returns when time alone changes a state next (ms since 1970). Null means never. */
export function nextTurn(estimates: Estimates): number | null {
  const turns = Object.values(estimates).flatMap(({ state, since, probeAt }) => {
    if (state === "recovering") return [since + RAMP_MS];
    return probeAt !== null && state !== "probing" ? [probeAt] : [];
  });
  return turns.length === 0 ? null : Math.min(...turns);
}

/** Returns a bank's health on a rail for payees of one bank: the worse of theirs and that for all. */
export function standingOf(snapshot: BankSnapshot, bank: BankKey, now: number): BankStanding | null {
  const announced = snapshot.windows.find(
    ({ bankId, rail, from, to }) =>
      bankId === bank.bankId && rail === bank.rail && from <= now && (to === null || now < to),
  );
  if (announced !== undefined) {
    const { from, to } = announced;
    const key = keyOfBank({ ...bank, payeeCode: null });
    const againAt = to ?? now + 60_000;
    return { state: "down", wasDown: true, key, since: from, againAt, announced: true, failBp: 10_000 };
  }
  const found = snapshot.entries
    .filter(
      ({ bankId, rail, payeeCode }) =>
        bankId === bank.bankId && rail === bank.rail && (payeeCode === null || payeeCode === bank.payeeCode),
    )
    .map((entry) => standAt(entry, now));
  return found.toSorted((a, b) => WORSE[b.state] - WORSE[a.state])[0] ?? null;
}

const WORSE: Readonly<Record<BankState, number>> = {
  healthy: 0,
  recovering: 1,
  degraded: 2,
  probing: 3,
  down: 4,
};

/** Advances an entry to the current time, as `turn` of the estimator would. */
function standAt(entry: SnapshotEntry, now: number): BankStanding {
  const { state, since, probeAt, ill, successBp } = entry;
  const failBp = 10_000 - successBp;
  const known = { wasDown: ill === "down", key: keyOfBank(entry), announced: false, failBp };
  if ((state === "down" || state === "degraded") && probeAt !== null && now >= probeAt) {
    return { ...known, state: "probing", since: probeAt, againAt: null };
  }
  if (state === "recovering" && now >= since + RAMP_MS) {
    return { ...known, state: "healthy", since: since + RAMP_MS, againAt: null };
  }
  return { ...known, state, since, againAt: state === "down" ? probeAt : null };
}

/** Returns true if only a limited number of transfers can use it. */
export function isLimited({ state }: Pick<BankStanding, "state">): boolean {
  return state === "probing" || state === "recovering";
}

/** Returns how many places there have been since it began to be probed, or to recover. */
export function placesOf({ state, since }: BankStanding, now: number): number {
  return state === "probing" || state === "recovering" ? placesAfter(state, now - since) : Infinity;
}

/** Returns when the place with this number becomes available (ms since 1970). */
export function momentOfPlace({ state, since }: BankStanding, place: number): number {
  return state === "probing" || state === "recovering" ? since + msOfPlace(state, place) : since;
}
