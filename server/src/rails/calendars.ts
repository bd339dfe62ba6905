/** When rails and withdrawals run: windows and holidays. Which of the presets counts is configuration. */
import { BANK_HOLIDAYS, type BankHoliday } from "./holidays.ts";
import { dateOfDay, istDayNumber, istMoment, istTimeOfDay } from "./ist.ts";
import type { Rail } from "./rail.ts";

/** What has opening hours: a rail, or the withdrawal of money from the wallet to the merchant's own bank. */
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

export interface Calendar {
  readonly name: CalendarName;
  /** A service without a window is always open. */
  readonly windows: Readonly<Partial<Record<Service, Window>>>;
  /** Dates (IST, `YYYY-MM-DD`) that are no working days. */
  readonly holidays: ReadonlySet<string>;
}

const time = (hours: number, minutes: number): number => (hours * 60 + minutes) * 60_000;

const TRANSFER_HOURS: Window = { opensMs: time(1, 0), closesMs: time(18, 45) };
const WITHDRAWAL_HOURS: Window = { opensMs: time(8, 0), closesMs: time(18, 45) };

const WINDOWS: Readonly<Record<CalendarName, Calendar["windows"]>> = {
  working_days: { neft: TRANSFER_HOURS, rtgs: TRANSFER_HOURS, withdrawal: WITHDRAWAL_HOURS },
  neft_24x7: { withdrawal: WITHDRAWAL_HOURS },
};

/** A preset with a holiday table; of the table count the national days and those of `office`. */
export function makeCalendar(name: CalendarName, table: readonly BankHoliday[], office = "all"): Calendar {
  const kept = table.filter((holiday) => holiday.office === "all" || holiday.office === office);
  return { name, windows: WINDOWS[name], holidays: new Set(kept.map(({ date }) => date)) };
}

/** The two presets with the national holidays. */
export const CALENDARS: Readonly<Record<CalendarName, Calendar>> = {
  working_days: makeCalendar("working_days", BANK_HOLIDAYS),
  neft_24x7: makeCalendar("neft_24x7", BANK_HOLIDAYS),
};

/** Whether a service takes instructions at a moment. */
export function isOpen(service: Service, at: Date, calendar: Calendar = CALENDARS.working_days): boolean {
  const window = calendar.windows[service];
  if (window === undefined) return true;
  const timeOfDay = istTimeOfDay(at);
  if (timeOfDay < window.opensMs || timeOfDay >= window.closesMs) return false;
  return isWorkingDay(istDayNumber(at), calendar);
}

/** The first moment, from `at` on, at which a service is open: `at` itself when it is open then. */
export function nextOpening(service: Service, at: Date, calendar: Calendar = CALENDARS.working_days): Date {
  const window = calendar.windows[service];
  if (window === undefined || isOpen(service, at, calendar)) return at;
  const today = istDayNumber(at);
  let day = istTimeOfDay(at) < window.opensMs ? today : today + 1;
  while (!isWorkingDay(day, calendar)) {
    day += 1;
    // A table that shuts the banks for a year is a mistake; waiting for ever would hide it.
    if (day - today > 366) throw new Error(`the calendar ${calendar.name} has no working day in a year`);
  }
  return istMoment(day, window.opensMs);
}

const SUNDAY = 0;
const SATURDAY = 6;

/** Monday to Saturday, except the second and fourth Saturday of the month and holidays. */
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
