/**
 * The parts of a played month: health and decisions in the same form as the engine stores them, and a queue ordered by
 * time.
 */
import {
  ALL_WELL,
  entriesOf,
  isChanged,
  listLimited,
  makePlaces,
  stepHealth,
  type BankSnapshot,
  type Estimates,
  type Sign,
} from "#health";
import {
  decisionKey,
  decisionText,
  DEFAULT_POLICY,
  replayDecision,
  type RouteExplanation,
  type NoRoute,
  type Route,
  type RouteFacts,
} from "#routing";

/** The time that a bank takes to answer. */
export const ANSWER_MS = 300;

interface Observed {
  readonly bankId: string;
  readonly payeeCode: string;
  readonly sign: Sign;
  readonly at: number;
}

/** Keeps health as the engine does: observed answers are written twice a second. */
export function makeHealthOf({ isKnown }: { isKnown: boolean }) {
  const WRITE_EVERY_MS = 500;
  let estimates: Estimates = {};
  let snapshot: BankSnapshot = ALL_WELL;
  let pending: Observed[] = [];
  let writtenAt = 0;
  const taken = new Map<string, number>();
  const epochs = new Map<string, number>();
  const write = (now: number): void => {
    if (!isKnown || now - writtenAt < WRITE_EVERY_MS) return;
    writtenAt = now;
    const heard = pending.filter(({ at }) => at <= now);
    pending = pending.filter(({ at }) => at > now);
    const after = stepHealth(
      estimates,
      heard.map((one) => ({ ...one, rail: "imps" as const, tookMs: ANSWER_MS })),
      now,
    );
    if (isChanged(estimates, after)) {
      snapshot = { snapshotNo: snapshot.snapshotNo + 1, entries: entriesOf(after), windows: [] };
    }
    estimates = after;
  };
  const placesAt = (now: number) => {
    const limited = listLimited(snapshot, now);
    for (const { key, since } of limited) {
      if (epochs.get(key) !== since) taken.set(key, 0);
      epochs.set(key, since);
    }
    return makePlaces(limited, taken, now);
  };
  return {
    observe: (one: Observed): void => void pending.push(one),
    snapshotAt(now: number): BankSnapshot {
      write(now);
      return snapshot;
    },
    placesAt,
    /** False if there was no free place. */
    take(key: string, now: number): boolean {
      const standing = listLimited(snapshot, now).find((one) => one.key === key);
      const isFree = standing !== undefined && placesAt(now).nextAt(standing) === null;
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return isFree;
    },
    count: () => snapshot.snapshotNo,
  };
}

/** Keeps every decision as it would be stored, and immediately makes it again from that alone. */
export function makeRecord() {
  const distinct = new Map<string, string>();
  let decisions = 0;
  let replayed = 0;
  return {
    keep({ explanation }: Route | NoRoute, { amountPaise, now, snapshot }: RouteFacts): void {
      decisions += 1;
      const key = decisionKey(explanation);
      if (!distinct.has(key)) distinct.set(key, decisionText(explanation));
      const stored = JSON.parse(distinct.get(key)!) as RouteExplanation;
      const moment = { amountPaise, now, policy: DEFAULT_POLICY, policyVersion: 0, snapshot: snapshot! };
      if (replayDecision(stored, moment).same) replayed += 1;
    },
    sum: () => ({ decisions, replayed, distinct: distinct.size }),
  };
}

/** The entry that is due next comes first; among equals, the one that was added first. */
export function makeQueue<T extends { readonly due: number }>(first: readonly T[]) {
  const later: T[] = [];
  let place = 0;
  const put = (open: T): void => {
    let low = 0;
    let high = later.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (later[middle]!.due > open.due) low = middle + 1;
      else high = middle;
    }
    later.splice(low, 0, open);
  };
  return {
    put,
    next(): T | undefined {
      const waiting = later.at(-1);
      const fresh = first[place];
      if (waiting !== undefined && (fresh === undefined || waiting.due <= fresh.due)) return later.pop();
      if (fresh !== undefined) place += 1;
      return fresh;
    },
  };
}
