/** The hours of rails and withdrawals: windows and holidays. Configuration chooses one of the presets. */
import { BANK_HOLIDAYS, type BankHoliday } from "./holidays.ts";
import { dateOfDay, istDayNumber, istMoment, istTimeOfDay } from "./ist.ts";
import { WINDOWS, type CalendarName, type Service, type Window } from "./windows.ts";

export type { CalendarName, Service } from "./windows.ts";

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
