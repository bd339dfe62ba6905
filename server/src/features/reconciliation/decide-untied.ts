/** Decides what a line is that no rule has tied to an attempt: pure. */
import { dateOfDay, istDayNumber, istMoment } from "#lib/ist";
import type { BreakKind } from "./break.ts";
import type { HoldUntil } from "./decide-attempt.ts";
import type { Line } from "./line.ts";

/** Attempts that a line could belong to are counted up to this number; beyond it, none is certain. */
export const ALIKE_MAX = 20;

export interface Untied extends Line {
  /** The number of attempts that it could belong to by amount, time and account or by words, at most ALIKE_MAX. */
  readonly alike: number;
  /**
   * True if there are no more such lines than such payments, refused ones apart: it is uncertain which line is of which
   * payment, but nothing is unexplained.
   */
  readonly isCovered: boolean;
  /** True if attempts have its UTR, but the amount does not single one out. */
  readonly utrKnown: boolean;
  /** True if only a callback of an upstream has told its UTR for a payment, and the service has not confirmed one. */
  readonly isUnconfirmed: boolean;
  /** True if it is a credit whose UTR was credited as a recharge. */
  readonly isRecharge: boolean;
  /** True if it is a credit whose other half a person has matched, or whose match a person has undone. */
  readonly isBesideHand: boolean;
  /** True if the statement of the whole day is here, or was given up. */
  readonly dayKnown: boolean;
  /** The state of the untied line that undoes this one or that it undoes; null if there is none. */
  readonly otherHalf: "new" | "suspense" | null;
}

/** `wait`: only the whole day's statement can decide. `pair`: it and its other half cancel out. */
export type UntiedDecision =
  | "wait"
  | "top_up"
  | "pair"
  | { readonly kind: BreakKind; readonly detail: string; readonly isCovered?: boolean };

const UTR = /^[0-9A-Z/_-]{1,35}$/;

/** True if similar attempts count. A line with an unknown reference of the payer belongs to none. */
export function mayBeAlike(line: Omit<Untied, "alike" | "isCovered">): boolean {
  const { utrKnown, otherHalf, reference, kind, isRecharge } = line;
  return (
    !utrKnown &&
    !isRecharge &&
    otherHalf === null &&
    reference === null &&
    !["charge", "credit", "batch"].includes(kind)
  );
}

/** An ambiguous line is a break; it is never guessed. */
export function decideUntied(line: Untied): UntiedDecision {
  const { side, kind, alike, isCovered, utrKnown, dayKnown, otherHalf, reference } = line;
  if (line.isRecharge) return isPlain(line) ? "top_up" : { kind: "top_up_contradiction", detail: RECHARGED };
  // A credit beside a person's word is tied to no payment, although its UTR may single one out.
  if (utrKnown && !line.isBesideHand) return { kind: "ambiguous", detail: "several payments have this UTR" };
  if (kind === "charge") return { kind: "bank_charge", detail: "the bank has charged this" };
  if (kind === "batch") return { kind: "unknown_debit", detail: BATCH };
  // A payment that came back brings no new money, no matter which payment it was.
  if (otherHalf !== null) return "pair";
  if (line.isBesideHand) return { kind: "unknown_credit", detail: BESIDE_HAND };
  if ((alike > 0 || line.isUnconfirmed) && !dayKnown) return "wait";
  if (alike > 0) return { kind: "ambiguous", detail: couldBe(alike), isCovered };
  if (side === "debit")
    return { kind: "unknown_debit", detail: "no payment is known that this line could be of" };
  const isArrival = kind === "credit" || (kind === "other" && reference === null);
  if (!isArrival)
    return { kind: "unknown_credit", detail: "no payment is known that this could be the return of" };
  if (line.utr === null || !UTR.test(line.utr))
    return { kind: "unknown_credit", detail: "money arrived without a UTR by which it is known again" };
  return "top_up";
}

/** Returns true for a credit that the bank does not call the return of a payment. */
export function isPlain({ side, kind }: Line): boolean {
  return side === "credit" && (kind === "credit" || kind === "other");
}

const RECHARGED =
  "the bank calls this a payment that came back, but a recharge has its UTR, so nothing was credited by it";

const BESIDE_HAND =
  "a person has said of which payment the debit with its number is, so another person must say what this is";

const BATCH =
  "the bank booked several payments as one sum, and nothing that was sent together has its name, number and sum";

function couldBe(alike: number): string {
  return alike === 1
    ? "one payment could be this one; it is not certain"
    : `${alike === ALIKE_MAX ? "many" : alike} payments could be this one; none is it for certain`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A statement from less than this after the refusal may have been written before the reversal. */
const SETTLES_WITHIN_MS = MINUTE_MS;
/** The statement of a whole day arrives this long after midnight. */
const STATEMENT_COMES_MS = 2 * HOUR_MS;
/** If the statement of the last day is missing, the wait ends after this time. */
const WAITS_AT_MOST_MS = 24 * HOUR_MS;

interface HeldLine {
  readonly now: Date;
  /** The days from a debit to the statement with its reversal, by bank. 0 means that it comes with the refusal. */
  readonly days: ReadonlyMap<string, number>;
  /** The first day whose whole statement is missing, by bank. */
  readonly statedUntil: ReadonlyMap<string, string>;
}

export function makeHoldUntil({ now, days, statedUntil }: HeldLine): HoldUntil {
  return ({ bankId, bookedAt, arrivedAt }, { refusedAt }) => {
    const wait = days.get(bankId) ?? 1;
    if (wait === 0) {
      const settled = (refusedAt ?? bookedAt).getTime() + SETTLES_WITHIN_MS;
      if (arrivedAt.getTime() >= settled) return null;
      // The next statement will show it.
      const until = new Date(settled + 10 * MINUTE_MS);
      return now >= until ? null : until;
    }
    const last = istDayNumber(bookedAt) + wait;
    const over = istMoment(last + 1, STATEMENT_COMES_MS);
    if (now < over) return over;
    const isStated = (statedUntil.get(bankId) ?? "") > dateOfDay(last);
    const given = new Date(over.getTime() + WAITS_AT_MOST_MS);
    return isStated || now >= given ? null : new Date(Math.min(given.getTime(), now.getTime() + HOUR_MS));
  };
}
