// Formats figures: percentages, durations, days.
import type { Language } from "#dashboard/texts/language.ts";

/** With fewer results than this, a rate varies too much to say anything, and its interval covers nearly everything. */
export const FEW = 20;

const percent = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a rate as "98.2%". It is never rounded up to 100%, because a single failure must be visible. */
export function formatRate(rate: number | null): string {
  if (rate === null) return "–";
  const tenths = rate < 1 ? Math.min(99.9, rate * 100) : 100;
  return `${percent.format(tenths)}%`;
}

const units = {
  en: { s: "s", min: "min", h: "h" },
  hi: { s: "से", min: "मि", h: "घं" },
} as const satisfies Record<Language, unknown>;

/** Formats a duration as "0.4 s", "12 min 5 s" or "2 h 05 min". */
export function formatTook(ms: number, language: Language): string {
  const { s, min, h } = units[language];
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} ${s}`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} ${min} ${Math.floor((ms % 60_000) / 1_000)} ${s}`;
  return `${Math.floor(ms / 3_600_000)} ${h} ${String(Math.floor((ms % 3_600_000) / 60_000)).padStart(2, "0")} ${min}`;
}

const tickUnits = [
  { seconds: 86_400, en: "d", hi: "दिन" },
  { seconds: 3_600, en: "h", hi: "घं" },
  { seconds: 60, en: "min", hi: "मि" },
] as const;

/** Formats a round time on an axis as "10 s", "1 min" or "6 h". */
export function formatTick(seconds: number, language: Language): string {
  const unit = tickUnits.find((one) => seconds >= one.seconds);
  return unit ? `${seconds / unit.seconds} ${unit[language]}` : `${seconds} ${units[language].s}`;
}

/** Returns noon of an Indian day, for formatting it. */
export function noonOf(day: string): string {
  return `${day}T12:00:00+05:30`;
}

const lakhUnits = [
  { rupees: 1e7, en: "Cr", hi: "करोड़" },
  { rupees: 1e5, en: "L", hi: "लाख" },
  { rupees: 1e3, en: "K", hi: "हज़ार" },
] as const;

/** Formats a round amount on an axis as "₹50 K", "₹2.5 L" or "₹1 Cr". */
export function formatShortRupees(rupees: number, language: Language): string {
  const unit = lakhUnits.find((one) => rupees >= one.rupees);
  return unit ? `₹${Number((rupees / unit.rupees).toFixed(2))} ${unit[language]}` : `₹${rupees}`;
}
