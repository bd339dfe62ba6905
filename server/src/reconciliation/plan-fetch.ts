/** What a bank is asked for now, and when again: pure. Days and times are the merchant's clock's, in India. */
import { dateOfDay, istDate, istDayNumber } from "#rails";
import { BUSY_EVERY_MS } from "./terms.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When nothing moves: what arrives unannounced is found then. */
export const IDLE_EVERY_MS = HOUR_MS;
/** The statement of a day that is over comes when the bank has closed its books. */
export const NOT_READY_AGAIN_MS = 10 * MINUTE_MS;
/** A bank that speaks of no statements may do so after an update. */
export const NEVER_AGAIN_MS = 24 * HOUR_MS;
/** So long a day is asked for before the next one is, and it counts as missing. */
export const GIVE_UP_MS = 24 * HOUR_MS;
/** So many days are caught up with at once. */
export const DAYS_MAX = 31;
const BACK_OFF_MINUTES = [1, 2, 5, 15, 30, 60];

/** The days that are over and whose statements are not here, the earliest first. */
export function daysToAsk(nextDay: string, now: Date): string[] {
  const first = istDayNumber(new Date(`${nextDay}T12:00:00Z`));
  const missing = Math.min(Math.max(istDayNumber(now) - first, 0), DAYS_MAX);
  return Array.from({ length: missing }, (_, index) => dateOfDay(first + index));
}

/** How long after the `failures`-th failure in a row it is asked again. */
export function backOffMs(failures: number): number {
  const at = Math.min(Math.max(failures, 1), BACK_OFF_MINUTES.length) - 1;
  return BACK_OFF_MINUTES[at]! * MINUTE_MS;
}

/** Whether the day under way is to be asked for. */
export function isIntradayDue(
  { intradayAt, busy }: { intradayAt: Date | null; busy: boolean },
  now: Date,
): boolean {
  if (intradayAt === null || istDate(intradayAt) !== istDate(now)) return true;
  return now.getTime() - intradayAt.getTime() >= (busy ? BUSY_EVERY_MS : IDLE_EVERY_MS);
}
