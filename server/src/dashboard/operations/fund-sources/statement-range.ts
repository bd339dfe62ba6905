import { day, optional, Refusal } from "#http";
import { istDate } from "#rails";

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const DAYS_USUAL = 30;

export const rangeFields = { from: optional(day()), to: optional(day()) };

export const rangeRefusals = {
  range_invalid: {
    status: 422,
    message: "Choose a start date on or before the end date, at most a year apart.",
  },
} as const;

/** The moments at which days in India begin and end; without days the last 30. Throws Refusal range_invalid. */
export function readRange(
  { from, to }: { from: string | undefined; to: string | undefined },
  now: Date,
): { from: Date; to: Date } {
  const last = midnightOf(to ?? istDate(now));
  const first = from === undefined ? last - (DAYS_USUAL - 1) * DAY_MS : midnightOf(from);
  if (first > last || last - first > DAYS_MAX * DAY_MS) throw new Refusal("range_invalid", { field: "from" });
  return { from: new Date(first), to: new Date(last + DAY_MS) };
}

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00+05:30`);
