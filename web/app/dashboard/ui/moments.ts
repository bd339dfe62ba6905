// Times in Indian time. Days are Indian days.
import type { Language } from "../texts/language.ts";

const zone = "Asia/Kolkata";
const localeOf: Record<Language, string> = { en: "en-IN", hi: "hi-IN-u-nu-latn" };

const shapes = {
  moment: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  minute: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  /** This shape is for a column whose header says that its times are IST. */
  cell: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short", year: "numeric" },
  clock: { hour: "2-digit", minute: "2-digit" },
  clockSeconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof shapes;

const cache = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language, shape: TimeShape): Intl.DateTimeFormat {
  const key = `${language} ${shape}`;
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(localeOf[language], {
    ...shapes[shape],
    timeZone: zone,
    hourCycle: "h23",
  });
  cache.set(key, made);
  return made;
}

/**
 * Formats an ISO 8601 time as "22 Nov 2026, 00:15:07 IST". A day alone, or a cell of a column that names the zone, has
 * no zone.
 */
export function formatTime(at: string, shape: TimeShape = "moment", language: Language = "en"): string {
  const text = formatOf(language, shape).format(new Date(at));
  return shape === "day" || shape === "cell" ? text : `${text} IST`;
}

/** Returns the text with days such as "2026-11-22" written as "22 Nov 2026". */
export function sayDays(text: string, language: Language): string {
  return text.replaceAll(/\b\d{4}-[01]\d-[0-3]\d\b/g, (at) =>
    Number.isNaN(Date.parse(at)) ? at : formatTime(`${at}T12:00:00+05:30`, "day", language),
  );
}

const day = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Returns the Indian day of a time, as "2026-11-22". */
export function dayOf(at: Date | string): string {
  return day.format(new Date(at));
}

/** Returns today's date in India, or the date this many days ago. */
export function today(daysBefore = 0): string {
  return dayOf(new Date(Date.now() - daysBefore * 86_400_000));
}

/** Returns the first and last day of the month before the one that begins on a day such as "2026-11-01". */
export function monthBefore(month: string): { from: string; to: string } {
  const to = new Date(Date.parse(month) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Returns the first day of the financial year of a day. It begins on 1 April. */
export function financialYearOf(date: string): string {
  const year = Number(date.slice(0, 4));
  return `${date.slice(5) < "04-01" ? year - 1 : year}-04-01`;
}

const relative = {
  en: new Intl.RelativeTimeFormat("en-IN", { numeric: "auto", style: "short" }),
  hi: new Intl.RelativeTimeFormat("hi-IN-u-nu-latn", { numeric: "auto" }),
};

const units = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;

/** Formats a time as "3 min ago". Always show it beside the time itself. */
export function formatAgo(at: string, now: number, language: Language = "en"): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const step = units.find((one) => Math.abs(seconds) >= one.seconds) ?? units[3];
  return relative[language].format(Math.trunc(seconds / step.seconds), step.unit);
}
