/** Number formats of spreadsheets, as far as they change what a cell means. */
import type { Cell } from "./table.ts";

/** What a format does to a number. */
export interface NumberFormat {
  readonly isDate: boolean;
  /** Digits that it shows at least before the decimal point: 6 for "000000". */
  readonly zeros: number;
}

export const GENERAL: NumberFormat = { isDate: false, zeros: 1 };

const DATE: NumberFormat = { isDate: true, zeros: 0 };
/** Formats without a code in the file: dates and times of Excel, East Asian ones too. */
const DATE_IDS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const CODE_MAX = 255;

/** The format of an id: `codes` has those that the file defines itself. */
export function findFormat(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  const code = codes.get(id);
  if (code !== undefined) return readFormat(code);
  return DATE_IDS.some(([from, to]) => id >= from && id <= to) ? DATE : GENERAL;
}

/** Reads a format code. Only its part for positive numbers counts. */
export function readFormat(code: string): NumberFormat {
  const [positive = ""] = code
    .slice(0, CODE_MAX)
    .replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]hms]*\]/gi, "")
    .split(";");
  if (/general/i.test(positive)) return GENERAL;
  if (/[dmyhs]/i.test(positive)) return DATE;
  const whole = positive.split(/[.eE]/)[0] ?? "";
  return { isDate: false, zeros: Math.max(1, whole.replaceAll(/[^0]/g, "").length) };
}

const DAY_MS = 86_400_000;
const DAYS_MAX = 2_958_466;

/**
 * A number cell as its format means it: dates as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, or `HH:mm:ss` when
 * there is no day. Days are counted from 1900, or from 1904 as old Macs do.
 */
export function makeNumberCell(value: number, format: NumberFormat, since1904: boolean): Cell {
  if (!format.isDate || value < 0 || value >= DAYS_MAX) return { kind: "number", value, zeros: format.zeros };
  // Spreadsheets believe in a 29 February 1900; before it, days are one lower.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const text = new Date(epoch + Math.round((value * DAY_MS) / 1_000) * 1_000).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (value < 1 && !since1904) return { kind: "date", text: time };
  return { kind: "date", text: time === "00:00:00" ? day : `${day} ${time}` };
}
