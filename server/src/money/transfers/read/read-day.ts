/** Reads a day as people in India write it. */

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august"],
  ...["september", "october", "november", "december"],
];

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const NUMBERS = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|\d{2})$/;
const NUMBERS_OF_YEAR = /^(?<day>\d{1,2})\/(?<month>\d{1,2})$/;
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})\.?,?(?:[\s-]+(?<year>\d{4}))?$/i;
const MONTH_FIRST = /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(?<year>\d{4}))?$/i;

/**
 * Returns the day that a text names, as `YYYY-MM-DD`, or null. The day comes before the month, as in 28/11/2026.
 * Without a year it is the last such day up to `today`, because payments of the future do not exist.
 */
export function readDay(text: string, today: string): string | null {
  for (const form of [ISO, NUMBERS, NUMBERS_OF_YEAR, DAY_FIRST, MONTH_FIRST]) {
    const parts = form.exec(text.trim())?.groups;
    if (parts === undefined) continue;
    const month = monthOf(parts["month"]!);
    const { day = "", year } = parts;
    if (year !== undefined) return write(year.length === 2 ? `20${year}` : year, month, day);
    const thisYear = Number(today.slice(0, 4));
    const ofThisYear = write(String(thisYear), month, day);
    return ofThisYear !== null && ofThisYear <= today ? ofThisYear : write(String(thisYear - 1), month, day);
  }
  return null;
}

/** Returns the number of a month that is given as a number or as its name, or the beginning of its name. */
function monthOf(text: string): number {
  return /^\d/.test(text)
    ? Number(text)
    : MONTHS.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;
}

/** Returns null for a day that does not exist, such as 31 April. */
function write(year: string, month: number, day: string): string | null {
  const text = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
