/** NEFT settles in half-hourly batches; an instruction between two of them goes with the later one. */
import { type Calendar, nextOpening } from "./calendars.ts";

const HALF_HOUR_MS = 30 * 60_000;

/**
 * Returns the batch that an instruction sent at `at` settles with: the first half hour after it, or after the
 * next opening if NEFT is closed. The last batch of a day with closing time 18:45 is that of 19:00.
 */
export function neftBatchAfter(at: Date, calendar?: Calendar): Date {
  // +05:30 is a whole number of half hours, so half hours in India are half hours everywhere.
  const open = nextOpening("neft", at, calendar).getTime();
  return new Date((Math.floor(open / HALF_HOUR_MS) + 1) * HALF_HOUR_MS);
}
