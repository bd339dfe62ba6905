/** A drill: one of the merchant's simulated banks fails a share of one rail's payments for a time. Pure. */
import { isRail, type Rail } from "#rails";

/** `refuses`: it says no at once, and nothing was paid. `is_silent`: it does not answer; half of those are paid. */
export const DRILL_FAULTS = ["refuses", "is_silent"] as const;
export type DrillFault = (typeof DRILL_FAULTS)[number];

export interface BankDrill {
  readonly bankId: string;
  readonly rail: Rail;
  /** Of a hundred payments so many fail. */
  readonly percent: number;
  readonly fault: DrillFault;
  /** By the merchant's clock. */
  readonly from: Date;
  readonly until: Date;
}

/** One of the simulator's dice. */
interface Odds {
  readonly operation: string;
  readonly chance: number;
  readonly mishap: unknown;
  readonly rail?: string;
  readonly from?: string;
  readonly until?: string;
}

/** What was asked of a simulated bank's manner towards one account. */
export interface AskedManner {
  readonly mishaps?: readonly Odds[];
  readonly [field: string]: unknown;
}

const NO_ANSWER = { kind: "http-error", httpStatus: 504 } as const;
/** The scheme is not there, and nothing was debited: another bank may do better. */
const REFUSAL = { kind: "fail", code: "H17" } as const;

/** The simulator's clock may be a little behind ours: its dice begin so much earlier. */
const LEAD_MS = 1_000;

/** The dice of a drill. The second of two is rolled only where the first has not fallen. */
export function diceOf({ rail, percent, fault, from, until }: BankDrill): Odds[] {
  const share = percent / 100;
  const when = { from: new Date(from.getTime() - LEAD_MS).toISOString(), until: until.toISOString() };
  const roll = (chance: number, mishap: object): Odds => ({
    operation: "pay",
    chance,
    mishap: [mishap],
    rail: rail.toUpperCase(),
    ...when,
  });
  if (fault === "refuses") return [roll(share, REFUSAL)];
  const half = share / 2;
  return [roll(half, NO_ANSWER), roll(half / (1 - half), { ...NO_ANSWER, posted: false })];
}

/** The drill that a manner stands for; null: none, or another change of the bank's manner. */
export function drillOf(bankId: string, asked: AskedManner | null): BankDrill | null {
  const dice = asked?.mishaps ?? [];
  const [first] = dice;
  const rail = first?.rail?.toLowerCase();
  if (first?.from === undefined || first.until === undefined || !isRail(rail)) return null;
  const fault: DrillFault = dice.length === 1 ? "refuses" : "is_silent";
  const percent = Math.round(first.chance * 100 * dice.length);
  const from = new Date(Date.parse(first.from) + LEAD_MS);
  return { bankId, rail, percent, fault, from, until: new Date(first.until) };
}
