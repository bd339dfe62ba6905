/** A drill: one of the merchant's simulated banks fails a share of one rail's payments for a time. Pure. */
import { isRail, type Rail } from "#rails";

/** `refuses`: it declines at once and pays nothing. `is_silent`: it does not respond; half are paid. */
export const DRILL_FAULTS = ["refuses", "is_silent"] as const;
export type DrillFault = (typeof DRILL_FAULTS)[number];

export interface BankDrill {
  readonly bankId: string;
  readonly rail: Rail;
  /** The percentage of payments that fail. */
  readonly percent: number;
  readonly fault: DrillFault;
  /** By the merchant's clock. */
  readonly from: Date;
  readonly until: Date;
}

/** A chance of a mishap in the simulator. */
interface Odds {
  readonly operation: string;
  readonly chance: number;
  readonly mishap: unknown;
  readonly rail?: string;
  readonly from?: string;
  readonly until?: string;
}

/** The requested behaviour of a simulated bank towards one account. */
export interface AskedManner {
  readonly mishaps?: readonly Odds[];
  readonly [field: string]: unknown;
}

const NO_ANSWER = { kind: "http-error", httpStatus: 504 } as const;
/** The scheme is unavailable and nothing was debited: another bank may succeed. */
const REFUSAL = { kind: "fail", code: "H17" } as const;

/** The simulator's clock may be a little behind ours, so its chances begin this much earlier. */
const LEAD_MS = 1_000;

/** Returns the simulator's chances for a drill. The second one is drawn only if the first does not occur. */
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

/** Returns the drill that a behaviour stands for; null: none, or another change of the bank's behaviour. */
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
