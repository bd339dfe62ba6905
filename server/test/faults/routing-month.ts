/** A month of transfers and of banks' troubles, and its results under one way of routing, with its own clock. */
import type { BankSnapshot } from "#health";
import { chooseRoute, DEFAULT_POLICY, findFull, type Route, type RouteFacts } from "#routing";
import { makeDice } from "./dice.ts";
import { MINUTE_MS, shareOf, SILENT, USUAL_FAILURE, type Month } from "./routing-month-plan.ts";
import { ANSWER_MS, makeHealthOf, makeQueue, makeRecord } from "./routing-month-parts.ts";

const START = Date.parse("2026-11-01T00:00:00Z");

export type Way = "routing" | "first bank only" | "next bank after a refusal, health unknown";

export interface MonthResult {
  paid: number;
  failed: number;
  attempts: number;
  unknown: number;
  waited: number;
  longestMs: number;
  decisions: number;
  distinct: number;
  replayed: number;
  snapshots: number;
  /** The number of references that a bank paid twice, or of transfers that two banks paid. */
  doubled: number;
  /** The number of payments that a bank made and we do not know, or the other way round. */
  lost: number;
  movedUnknown: number;
  /** The number of instructions to a recovering bank beyond its places. */
  overRamp: number;
}

/** Returns the share of instructions that fail at a bank: 0.5 %, or more during its troubles. */
function failureAt({ troubles }: Month, bankId: string, at: number): number {
  const going = troubles.filter((one) => one.bankId === bankId && one.from <= at && at < one.to);
  return Math.max(USUAL_FAILURE, ...going.map((one) => shareOf(one, at)));
}

interface Open {
  readonly index: number;
  readonly orderedAt: number;
  readonly payeeCode: string;
  /** The time of the next decision about it. */
  due: number;
  readonly tried: string[];
  waited: boolean;
  /** The bank that has not reported its outcome. */
  unknownAt: { bankId: string; paid: boolean } | null;
}

/** After this time, an enquiry returns the outcome of an unknown payment. */
const TOLD_AFTER_MS = 2 * MINUTE_MS;

/** Plays the month. Another way of routing has the same troubles and the same dice of its banks in the same month. */
export function playMonth(month: Month, way: Way): MonthResult {
  const play = startPlay(month, way);
  const { queue, health, record, result } = play;
  for (let open = queue.next(); open !== undefined; open = queue.next()) {
    const now = open.due;
    if (open.unknownAt !== null) {
      const { bankId, paid } = open.unknownAt;
      if (paid) end(play, open, "paid");
      else goOn(play, { ...open, unknownAt: null }, bankId);
      continue;
    }
    const facts = factsAt(month, open, { snapshot: health.snapshotAt(now), now });
    const route = chooseRoute({ ...facts, full: findFull(facts, health.placesAt(now)) });
    record.keep(route, facts);
    if (route.kind === "route") send(play, open, route);
    else if (route.kind === "down") {
      const again = route.againAt?.getTime() ?? now + MINUTE_MS;
      queue.put({ ...open, waited: true, due: Math.max(now + 1_000, Math.min(again, now + MINUTE_MS)) });
    } else end(play, open, "failed");
  }
  return { ...result, ...record.sum(), ...compareBooks(play), snapshots: health.count() };
}

type Play = ReturnType<typeof startPlay>;

function startPlay(month: Month, way: Way) {
  const orders: Open[] = month.orders.map(({ at, payeeCode }, index) => {
    const orderedAt = START + at;
    return { index, orderedAt, payeeCode, due: orderedAt, tried: [], waited: false, unknownAt: null };
  });
  return {
    month,
    way,
    die: makeDice(`banks ${month.seed}`),
    /** The payments of the banks, by order. */
    books: new Map<number, number>(),
    /** The reported outcome of each order. */
    ends: new Map<number, "paid" | "failed">(),
    health: makeHealthOf({ isKnown: way === "routing" }),
    record: makeRecord(),
    queue: makeQueue(orders),
    result: {
      paid: 0,
      failed: 0,
      attempts: 0,
      unknown: 0,
      waited: 0,
      longestMs: 0,
      movedUnknown: 0,
      overRamp: 0,
    },
  };
}

function end({ ends, result }: Play, open: Open, how: "paid" | "failed"): void {
  ends.set(open.index, how);
  result[how] += 1;
  if (open.waited) result.waited += 1;
  if (how === "paid") result.longestMs = Math.max(result.longestMs, open.due - open.orderedAt);
}

function send(play: Play, open: Open, { bankId, placeKey }: Route): void {
  const { month, die, books, health, queue, result } = play;
  const now = open.due;
  result.attempts += 1;
  if (open.unknownAt !== null) result.movedUnknown += 1;
  if (placeKey !== null && !health.take(placeKey, now)) result.overRamp += 1;
  const fails = die() < failureAt(month, bankId, now - START);
  const silent = fails && die() < SILENT;
  const paid = !fails || (silent && die() < 0.5);
  if (paid) books.set(open.index, (books.get(open.index) ?? 0) + 1);
  const at = now + ANSWER_MS;
  const sign = silent ? "unknown" : fails ? "refused" : "paid";
  health.observe({ bankId, payeeCode: open.payeeCode, sign, at });
  if (silent) {
    result.unknown += 1;
    queue.put({ ...open, due: at + TOLD_AFTER_MS, unknownAt: { bankId, paid } });
  } else if (paid) end(play, { ...open, due: at }, "paid");
  else goOn(play, { ...open, due: at }, bankId);
}

/** Continues after the bank has proved that it did not pay. */
function goOn(play: Play, open: Open, bankId: string): void {
  if (play.way === "first bank only") end(play, open, "failed");
  else play.queue.put({ ...open, tried: [...open.tried, bankId] });
}

/** Compares the banks' books with the reported outcomes. */
function compareBooks({ books, ends }: Play): Pick<MonthResult, "doubled" | "lost"> {
  const counts = [...books];
  const told = [...ends];
  return {
    doubled: counts.filter(([, count]) => count > 1).length,
    lost:
      counts.filter(([index]) => ends.get(index) !== "paid").length +
      told.filter(([index, how]) => how === "paid" && !books.has(index)).length,
  };
}

function factsAt(
  { bankIds }: Month,
  { tried, payeeCode }: Open,
  { snapshot, now }: { snapshot: BankSnapshot; now: number },
): RouteFacts {
  return {
    mode: "imps",
    amountPaise: 100_00n,
    now: new Date(now),
    payee: { hasAccount: true, hasVpa: false, hasPhone: false, hasCard: false, bankCode: payeeCode },
    banks: bankIds.map((bankId) => ({ bankId, rails: ["imps"], enabled: true })),
    banksTried: tried,
    fundSource: { fundSourceId: "WALLET_1", bankId: null },
    policy: DEFAULT_POLICY,
    policyVersion: 0,
    snapshot,
  };
}
