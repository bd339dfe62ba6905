/** A month of transfers and of banks' troubles, which is drawn once and played in several ways. */
import { makeDice } from "./dice.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** A whole month, and its number of transfers: one every 13 seconds. */
export const WHOLE_MONTH = { days: 30, transfers: 200_000 };
/** The share of instructions that fail while all banks are well. */
export const USUAL_FAILURE = 0.005;
/** The share of a bank's failures without an answer; half of those were paid. */
export const SILENT = 0.1;
/** The share of instructions that fail in a brown-out. */
const BROWN_OUT = 0.3;
const SLOW_RECOVERY_MS = 30 * MINUTE_MS;
const PAYEES = ["HDFC", "SBIN", "ICIC", "UTIB", "KKBK", "PUNB", "BARB", "YESB"];

export interface Trouble {
  readonly kind: "outage" | "brown-out" | "slow recovery";
  readonly bankId: string;
  /** The beginning and the end, in ms from the beginning of the month. */
  readonly from: number;
  readonly to: number;
}

export interface Month {
  readonly seed: string;
  readonly days: number;
  /** The banks, the preferred one first. */
  readonly bankIds: readonly string[];
  /** The time of each order (ms from the beginning of the month), and its payee. */
  readonly orders: readonly { readonly at: number; readonly payeeCode: string }[];
  readonly troubles: readonly Trouble[];
}

interface MonthToMake {
  readonly seed: string;
  readonly transfers: number;
  /** A shorter month has proportionally fewer troubles, but at least one of each kind. Default: 30. */
  readonly days?: number;
  readonly bankIds: readonly string[];
  /**
   * All banks are out for ten minutes in the middle. Only in a month with many transfers are there enough calls to
   * notice this before it is over.
   */
  readonly together: boolean;
}

/** Draws a month. Each bank has outages that end slowly, and brown-outs: two of each in a whole month. */
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
  // This leaves time to see that a bank that was in trouble is well again.
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

/**
 * Returns the share of instructions that fail because of a trouble at that time (ms from the beginning of the month).
 */
export function shareOf({ kind, from, to }: Trouble, at: number): number {
  if (kind === "outage") return 1;
  return kind === "brown-out" ? BROWN_OUT : 1 - (at - from) / (to - from);
}
