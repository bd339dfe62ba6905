/**
 * The hours of rails and withdrawals: windows, holidays, and the half-hourly batches of NEFT. Configuration chooses
 * one of the presets. Holidays are a dated table per office or state, as CSV, so that a published list can be
 * pasted in.
 */
import { readFileSync } from "node:fs";
import { dateOfDay, istDayNumber, istMoment, istTimeOfDay } from "#lib/ist";
import type { Rail } from "./rail.ts";

/** A service with opening hours: a rail, or the withdrawal from the wallet to the merchant's own bank. */
export type Service = Rail | "withdrawal";

/** Open from `opensMs` (included) to `closesMs` (not included) past midnight IST, on working days. */
interface Window {
  readonly opensMs: number;
  readonly closesMs: number;
}

/**
 * `working_days`: the published hours. `neft_24x7`: NEFT and RTGS at any hour, as RBI runs them since 2020.
 */
export type CalendarName = "working_days" | "neft_24x7";

const time = (hours: number, minutes: number): number => (hours * 60 + minutes) * 60_000;

const TRANSFER_HOURS: Window = { opensMs: time(1, 0), closesMs: time(18, 45) };
const WITHDRAWAL_HOURS: Window = { opensMs: time(8, 0), closesMs: time(18, 45) };

/** The windows of each preset; a service without a window is always open. */
export const WINDOWS: Readonly<Record<CalendarName, Readonly<Partial<Record<Service, Window>>>>> = {
  working_days: { neft: TRANSFER_HOURS, rtgs: TRANSFER_HOURS, withdrawal: WITHDRAWAL_HOURS },
  neft_24x7: { withdrawal: WITHDRAWAL_HOURS },
};

interface BankHoliday {
  /** Date in India, `YYYY-MM-DD`. */
  readonly date: string;
  /** The state or RBI office that observes it; `all` for the whole country. */
  readonly office: string;
  readonly name: string;
}

const HEADER = "date,office,name";
const LINE = /^(\d{4}-\d{2}-\d{2}),([a-z][a-z-]*),([^",]+)$/;

/**
 * Reads a holiday table: a header line `date,office,name`, then one line per holiday; lines that begin with
 * `#` are remarks. Throws at the first line that it cannot read, with its number, so that no holiday is lost.
 */
export function parseHolidays(csv: string): BankHoliday[] {
  const lines = csv.split(/\r?\n/).map((text, index) => ({ text: text.trim(), number: index + 1 }));
  const [header, ...rows] = lines.filter(({ text }) => text !== "" && !text.startsWith("#"));
  if (header?.text !== HEADER) throw new Error(`a holiday table begins with the line "${HEADER}"`);
  return rows.map(({ text, number }) => {
    const [, date, office, name] = LINE.exec(text) ?? [];
    if (date === undefined || office === undefined || name === undefined || !isDate(date)) {
      throw new Error(`line ${number} of the holiday table is not "YYYY-MM-DD,office,name": ${text}`);
    }
    return { date, office, name };
  });
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The table we ship: the national holidays, on which banks are shut in every state. */
export const BANK_HOLIDAYS: readonly BankHoliday[] = parseHolidays(
  readFileSync(new URL("./data/bank-holidays.csv", import.meta.url), "utf8"),
);

export interface Calendar {
  readonly name: CalendarName;
  /** A service without a window is always open. */
  readonly windows: Readonly<Partial<Record<Service, Window>>>;
  /** Dates (IST, `YYYY-MM-DD`) that are not working days. */
  readonly holidays: ReadonlySet<string>;
}

/** Makes a preset with a holiday table, of which the national days and those of `office` count. */
export function makeCalendar(name: CalendarName, table: readonly BankHoliday[], office = "all"): Calendar {
  const kept = table.filter((holiday) => holiday.office === "all" || holiday.office === office);
  return { name, windows: WINDOWS[name], holidays: new Set(kept.map(({ date }) => date)) };
}

/** The two presets with the national holidays. */
export const CALENDARS: Readonly<Record<CalendarName, Calendar>> = {
  working_days: makeCalendar("working_days", BANK_HOLIDAYS),
  neft_24x7: makeCalendar("neft_24x7", BANK_HOLIDAYS),
};

/** Returns true if a service takes instructions at a moment. */
export function isOpen(service: Service, at: Date, calendar: Calendar = CALENDARS.working_days): boolean {
  const window = calendar.windows[service];
  if (window === undefined) return true;
  const timeOfDay = istTimeOfDay(at);
  if (timeOfDay < window.opensMs || timeOfDay >= window.closesMs) return false;
  return isWorkingDay(istDayNumber(at), calendar);
}

/** Returns the first moment, from `at` on, at which a service is open: `at` itself if it is open then. */
export function nextOpening(service: Service, at: Date, calendar: Calendar = CALENDARS.working_days): Date {
  const window = calendar.windows[service];
  if (window === undefined || isOpen(service, at, calendar)) return at;
  const today = istDayNumber(at);
  let day = istTimeOfDay(at) < window.opensMs ? today : today + 1;
  while (!isWorkingDay(day, calendar)) {
    day += 1;
    // A table that shuts the banks for a year is a mistake, which endless waiting would hide.
    if (day - today > 366) throw new Error(`the calendar ${calendar.name} has no working day in a year`);
  }
  return istMoment(day, window.opensMs);
}

const SUNDAY = 0;
const SATURDAY = 6;

/** Returns true from Monday to Saturday, except second and fourth Saturdays of a month and holidays. */
function isWorkingDay(dayNumber: number, { holidays }: Calendar): boolean {
  // Day 0 was a Thursday.
  const weekday = (dayNumber + 4) % 7;
  if (weekday === SUNDAY) return false;
  const date = dateOfDay(dayNumber);
  if (weekday === SATURDAY) {
    const nth = Math.ceil(Number(date.slice(8)) / 7);
    if (nth === 2 || nth === 4) return false;
  }
  return !holidays.has(date);
}

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
