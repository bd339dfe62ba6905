/** The health of our banks as routing reads it: written when a state changes, and never changed afterwards. */
import type { Rail } from "#rails";
import {
  bankOfKey,
  keyOfBank,
  msOfPlace,
  placesAfter,
  RAMP_MS,
  type BankKey,
  type BankState,
  type Estimates,
} from "./bank-health.ts";
import { badOf, totalOf } from "./bank-memory.ts";
import { isIll } from "./estimate-health.ts";
import { wilson } from "./wilson.ts";

/** One bank on one rail, for all payees or for those of one bank. Shares in hundredths of a percent. */
export interface SnapshotEntry extends BankKey {
  readonly state: BankState;
  readonly since: number;
  readonly ill: "degraded" | "down" | null;
  readonly probeAt: number | null;
  /** Of the last calls, weighed: how many they are, and the share that was not refused and is not unknown. */
  readonly calls: number;
  readonly successBp: number;
  /** In which the share lies with 95%. */
  readonly lowBp: number;
  readonly highBp: number;
  readonly unknownBp: number;
  readonly latencyMs: number | null;
}

/** A time in which a bank announced that it will not be there. */
export interface Window {
  readonly bankId: string;
  readonly rail: Rail;
  readonly from: number;
  /** Null: until it is ended. */
  readonly to: number | null;
}

export interface BankSnapshot {
  /** 0: nothing was ever seen amiss. */
  readonly snapshotNo: number;
  readonly entries: readonly SnapshotEntry[];
  readonly windows: readonly Window[];
}

export const ALL_WELL: BankSnapshot = { snapshotNo: 0, entries: [], windows: [] };

/** How a bank is for one transfer at one moment, as the snapshot has it. */
export interface Standing {
  readonly state: BankState;
  /** It was down, so that it gets no more than its places; else it is only put behind others. */
  readonly wasDown: boolean;
  /** Which entry says so; the places are counted under it. */
  readonly key: string;
  readonly since: number;
  /** When it may be tried next; null: now. */
  readonly againAt: number | null;
  /** The bank itself said so, or an operator did. */
  readonly announced: boolean;
  readonly failBp: number;
}

/** The entries of a snapshot, from the estimates. */
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

/** Whether routing would see a difference. */
export function isChanged(before: Estimates, after: Estimates): boolean {
  const gist = (estimates: Estimates): string =>
    Object.entries(estimates)
      .flatMap(([key, { state, since }]) => (state === "healthy" ? [] : [`${key} ${state} ${since}`]))
      .toSorted()
      .join();
  return gist(before) !== gist(after);
}

/** When time alone changes something next (ms since 1970); null: nothing. */
export function nextTurn(estimates: Estimates): number | null {
  const turns = Object.values(estimates).flatMap(({ state, since, probeAt }) => {
    if (state === "recovering") return [since + RAMP_MS];
    return probeAt !== null && state !== "probing" ? [probeAt] : [];
  });
  return turns.length === 0 ? null : Math.min(...turns);
}

/** How a bank stands on a rail for payees of one bank: the worse of what is known of it for them and for all. */
export function standingOf(snapshot: BankSnapshot, bank: BankKey, now: number): Standing | null {
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

/** Where time has brought an entry since it was written, as `turn` of the estimator would. */
function standAt(entry: SnapshotEntry, now: number): Standing {
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

/** Whether only so many transfers may go by it. */
export function isLimited({ state }: Pick<Standing, "state">): boolean {
  return state === "probing" || state === "recovering";
}

/** How many places there are so far since it began to be probed, or to recover. */
export function placesOf({ state, since }: Standing, now: number): number {
  return state === "probing" || state === "recovering" ? placesAfter(state, now - since) : Infinity;
}

/** When the place with this number will be there (ms since 1970). */
export function momentOfPlace({ state, since }: Standing, place: number): number {
  return state === "probing" || state === "recovering" ? since + msOfPlace(state, place) : since;
}
