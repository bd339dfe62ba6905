/**
 * Indian Standard Time, UTC + 05:30 all year: fixed arithmetic, so the process's time zone cannot matter. Rules
 * change on a date in India: the newest row that has begun counts; old rows stay for old decisions.
 */

const MINUTE_MS = 60_000;
const IST_MS = 330 * MINUTE_MS;
export const DAY_MS = 1_440 * MINUTE_MS;

/** Returns whole IST days since 1 January 1970 (a Thursday). */
export function istDayNumber(at: Date): number {
  return Math.floor((at.getTime() + IST_MS) / DAY_MS);
}

/** Returns milliseconds since midnight IST. */
export function istTimeOfDay(at: Date): number {
  return at.getTime() + IST_MS - istDayNumber(at) * DAY_MS;
}

/** Returns the moment of `timeOfDayMs` past midnight IST on a day number. */
export function istMoment(dayNumber: number, timeOfDayMs: number): Date {
  return new Date(dayNumber * DAY_MS - IST_MS + timeOfDayMs);
}

/** Returns the date of a day number, `YYYY-MM-DD`. */
export function dateOfDay(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** The day of the last call: each payment asks several times which rules are in force today. */
let lastDay = { dayNumber: Number.NaN, date: "" };

/** Returns the date in India at a moment, `YYYY-MM-DD`. */
export function istDate(at: Date): string {
  const dayNumber = istDayNumber(at);
  if (dayNumber !== lastDay.dayNumber) lastDay = { dayNumber, date: dateOfDay(dayNumber) };
  return lastDay.date;
}

/** Returns date and time in India as the contract writes them: `YYYY-MM-DD HH:mm:ss`, no zone. */
export function istText(at: Date): string {
  return new Date(at.getTime() + IST_MS).toISOString().slice(0, 19).replace("T", " ");
}

export interface Dated {
  /** The first date (IST, `YYYY-MM-DD`) on which the row counts. */
  readonly from: string;
}

/** Returns the row in force at a moment. Rows are oldest first; before the first, the first row counts. */
export function inForce<Row extends Dated>(rows: readonly [Row, ...Row[]], at: Date): Row {
  const date = istDate(at);
  return rows.findLast((row) => row.from <= date) ?? rows[0];
}
