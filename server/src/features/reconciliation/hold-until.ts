/** Calculates how long a debit of a refused payment waits for its reversal: pure. */
import { dateOfDay, istDayNumber, istMoment } from "#lib/ist";
import type { HoldUntil } from "./decide-attempt.ts";

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
