/** The days that a report covers, in India. */
import { istDate } from "#rails";
import { ReportError } from "./errors.ts";
import { RANGE_DAYS_MAX } from "./range-days.ts";

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the first moment of a day in India, `YYYY-MM-DD`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

/** Returns the first moment after the last day of a range. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/**
 * Checks a range of days, both included. `now` is the merchant's time. Throws `range_invalid`,
 * `range_too_long`, `range_in_future`.
 */
export function checkRange({ fromDay, toDay }: { fromDay: string; toDay: string }, now: Date): void {
  if (!isDay(fromDay) || !isDay(toDay) || fromDay > toDay) throw ReportError.range_invalid();
  const days = (endOfDay(toDay).getTime() - startOfDay(fromDay).getTime()) / DAY_MS;
  if (days > RANGE_DAYS_MAX) throw ReportError.range_too_long({ limit: RANGE_DAYS_MAX, given: days });
  if (toDay > istDate(now)) throw ReportError.range_in_future({ today: istDate(now) });
}

/** Returns true for a day of the calendar. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
