/** Number formats of spreadsheets, as far as they change what a cell means. */
import { format, isDateFormat } from "numfmt";
import type { Cell } from "./table.ts";

/** The ways in which a format changes what a cell means. */
export interface NumberFormat {
  /** The code in the file, or the usual one of a built-in format. */
  readonly code: string;
  readonly isDate: boolean;
  /** True if it shows a text as something else. */
  readonly changesTexts: boolean;
}

export const GENERAL: NumberFormat = { code: "General", isDate: false, changesTexts: false };

const DATE: NumberFormat = { code: "yyyy-mm-dd", isDate: true, changesTexts: false };
/** Built-in dates and times of Excel without a code in the file, including East Asian and Thai ones. */
const DATE_IDS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** The other built-in formats. Those for money are left out: they show plain digits in local signs. */
const KNOWN_CODES: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  48: "##0.0E+0",
  67: "0%",
  68: "0.00%",
  69: "# ?/?",
  70: "# ??/??",
};
const CODE_MAX = 255;

/** Returns the formats of a file's cell styles by their IDs: `codes` has those of the file itself. */
export function findFormats(ids: readonly number[], codes: ReadonlyMap<number, string>): NumberFormat[] {
  const found = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const known = found.get(id) ?? findFormat(id, codes.get(id));
    found.set(id, known);
    return known;
  });
}

function findFormat(id: number, code: string | undefined = KNOWN_CODES[id]): NumberFormat {
  if (code !== undefined) return readFormat(code);
  return DATE_IDS.some(([from, to]) => id >= from && id <= to) ? DATE : GENERAL;
}

function readFormat(code: string): NumberFormat {
  if (code.length > CODE_MAX || /^(general|@|)$/i.test(code.trim())) return GENERAL;
  return { code, isDate: isDateFormat(code), changesTexts: show(code, "x") !== "x" };
}

/** Returns a value as a spreadsheet program shows it, without the blanks that only align it. */
export const showValue = (value: number | string, { code }: NumberFormat): string => show(code, value);

/** The digits are grouped exactly as the code says, because Indian formats contain their commas as characters. */
function show(code: string, value: number | string): string {
  return format(code, value, { throws: false, invalid: INVALID }).trim();
}

/** Stands for a broken code; Excel does not open a file with one. */
const INVALID = "something unknown";

const DAY_MS = 86_400_000;
const DAYS_MAX = 2_958_466;

/**
 * Makes a number cell. If its format is a date, it has the day as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, or
 * `HH:mm:ss` if there is no day. Days are counted from 1900, or from 1904 as on old Macs.
 */
export function makeNumberCell(value: number, numberFormat: NumberFormat, since1904: boolean): Cell {
  if (!Number.isFinite(value))
    return { kind: "fault", code: "damaged", details: { reason: "a number is none" } };
  const isDate = numberFormat.isDate && value >= 0 && value < DAYS_MAX;
  return { kind: "number", value, format: numberFormat, date: isDate ? dateOf(value, since1904) : null };
}

function dateOf(value: number, since1904: boolean): string {
  // Spreadsheets count a 29 February 1900; before it, days are one lower.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const text = new Date(epoch + Math.round((value * DAY_MS) / 1_000) * 1_000).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (value < 1 && !since1904) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/** Makes a text cell, with its format if that shows something else. */
export function makeTextCell(text: string, numberFormat: NumberFormat): Cell {
  return numberFormat.changesTexts ? { kind: "text", text, format: numberFormat } : { kind: "text", text };
}
