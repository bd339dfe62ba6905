/** Plans what to request from a bank, and when: pure. Times are by the merchant's clock, in India. */
import { dateOfDay, istDate, istDayNumber } from "#lib/ist";
import { BUSY_EVERY_MS } from "./terms.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The interval when nothing moves; unannounced arrivals are found then. */
const IDLE_EVERY_MS = HOUR_MS;
/** The statement of a day that is over comes once the bank has closed its books. */
export const NOT_READY_AGAIN_MS = 10 * MINUTE_MS;
/** A bank without statements may offer them after an update. */
export const NEVER_AGAIN_MS = 24 * HOUR_MS;
/** A day is requested for this time before it counts as missing and the next one is requested. */
export const GIVE_UP_MS = 24 * HOUR_MS;
/** The maximum number of days to catch up with at once. */
export const DAYS_MAX = 31;
const BACK_OFF_MINUTES = [1, 2, 5, 15, 30, 60];

/** Returns the days that are over and whose statements are missing, earliest first. */
export function daysToAsk(nextDay: string, now: Date): string[] {
  const first = istDayNumber(new Date(`${nextDay}T12:00:00Z`));
  const missing = Math.min(Math.max(istDayNumber(now) - first, 0), DAYS_MAX);
  return Array.from({ length: missing }, (_, index) => dateOfDay(first + index));
}

/** Returns the delay after the `failures`-th failure in a row. */
export function backOffMs(failures: number): number {
  const at = Math.min(Math.max(failures, 1), BACK_OFF_MINUTES.length) - 1;
  return BACK_OFF_MINUTES[at]! * MINUTE_MS;
}

/** Returns true if the intraday statement is due. */
export function isIntradayDue(
  { intradayAt, busy }: { intradayAt: Date | null; busy: boolean },
  now: Date,
): boolean {
  if (intradayAt === null || istDate(intradayAt) !== istDate(now)) return true;
  return now.getTime() - intradayAt.getTime() >= (busy ? BUSY_EVERY_MS : IDLE_EVERY_MS);
}
