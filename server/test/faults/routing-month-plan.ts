/** A month of transfers and of banks' troubles: drawn once, and played in several ways. */
import { makeDice } from "./dice.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** A whole month, and how many transfers there are in one: one each 13 seconds. */
export const WHOLE_MONTH = { days: 30, transfers: 200_000 };
/** With all banks well, so many instructions of a hundred fail. */
export const USUAL_FAILURE = 0.005;
/** Of the failures of a bank so many are no answer; of these half were paid. */
export const SILENT = 0.1;
/** Of the instructions to a bank in a brown-out so many fail. */
const BROWN_OUT = 0.3;
const SLOW_RECOVERY_MS = 30 * MINUTE_MS;
const PAYEES = ["HDFC", "SBIN", "ICIC", "UTIB", "KKBK", "PUNB", "BARB", "YESB"];

export interface Trouble {
  readonly kind: "outage" | "brown-out" | "slow recovery";
  readonly bankId: string;
  /** From and until when, in ms from the month's beginning. */
  readonly from: number;
  readonly to: number;
}

export interface Month {
  readonly seed: string;
  readonly days: number;
  /** The banks, the preferred one first. */
  readonly bankIds: readonly string[];
  /** When each is ordered (ms from the month's beginning), and to whom. */
  readonly orders: readonly { readonly at: number; readonly payeeCode: string }[];
  readonly troubles: readonly Trouble[];
}

export interface MonthToMake {
  readonly seed: string;
  readonly transfers: number;
  /** A shorter month has as few troubles in proportion, and of each kind one at least. Default: 30. */
  readonly days?: number;
  readonly bankIds: readonly string[];
  /**
   * In the middle all banks are out for ten minutes, which only a month with many transfers gives anybody the calls
   * to notice before it is over.
   */
  readonly together: boolean;
}

/** Draws a month. Each bank has outages that end slowly, and brown-outs: of a whole month two of each. */
export function makeMonth({
  seed,
  transfers,
  days = WHOLE_MONTH.days,
  bankIds,
  together,
}: MonthToMake): Month {
  const lengthMs = days * DAY_MS;
  const die = makeDice(`month ${seed}`);
  const orders = Array.from({ length: transfers }, () => ({
    at: Math.floor(die() * lengthMs),
    payeeCode: PAYEES[Math.floor(die() * PAYEES.length)]!,
  })).toSorted((a, b) => a.at - b.at);
  const isWhole = days >= WHOLE_MONTH.days / 2;
  // So that what was in trouble can be seen to be well again.
  const latest = lengthMs - Math.min(DAY_MS, lengthMs / 4);
  const troubles = bankIds.flatMap((bankId) => {
    const some = (kind: Trouble["kind"], minutes: number): Trouble => {
      const from = Math.floor(die() * latest);
      return { kind, bankId, from, to: from + Math.floor((0.5 + die()) * minutes * MINUTE_MS) };
    };
    const outages = [...(isWhole ? [some("outage", 90)] : []), some("outage", 30)];
    const slow = outages.map(({ to }) => ({
      kind: "slow recovery" as const,
      bankId,
      from: to,
      to: to + SLOW_RECOVERY_MS,
    }));
    return [...outages, ...slow, ...(isWhole ? [some("brown-out", 120)] : []), some("brown-out", 20)];
  });
  const all = Math.floor(lengthMs / 2);
  for (const bankId of together ? bankIds : [])
    troubles.push({ kind: "outage", bankId, from: all, to: all + 10 * MINUTE_MS });
  return { seed, days, bankIds, orders, troubles };
}

/** The share of instructions that fail under a trouble at that moment (ms from the month's beginning). */
export function shareOf({ kind, from, to }: Trouble, at: number): number {
  if (kind === "outage") return 1;
  return kind === "brown-out" ? BROWN_OUT : 1 - (at - from) / (to - from);
}
