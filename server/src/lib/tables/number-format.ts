/** Number formats of spreadsheets, as far as they change what a cell means. */
import { format, isDateFormat } from "numfmt";
import type { Cell } from "./table.ts";

/** What a format does to what a cell holds. */
export interface NumberFormat {
  /** As it stands in the file, or as the program that wrote it would show it. */
  readonly code: string;
  readonly isDate: boolean;
  /** Whether it shows a text as something else. */
  readonly changesTexts: boolean;
}

export const GENERAL: NumberFormat = { code: "General", isDate: false, changesTexts: false };

const DATE: NumberFormat = { code: "yyyy-mm-dd", isDate: true, changesTexts: false };
/** Formats without a code in the file: dates and times of Excel, East Asian and Thai ones too. */
const DATE_IDS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** The others that every program knows. Those of money show plain digits, in the signs of each country. */
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

/** The formats of a file's cell styles, by their ids: `codes` has those that the file defines itself. */
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

/** How a spreadsheet program shows a value: without the blanks that only align it. */
export const showValue = (value: number | string, { code }: NumberFormat): string => show(code, value);

/** Grouping stays as the code writes it: Indian formats have their commas as characters. */
function show(code: string, value: number | string): string {
  return format(code, value, { throws: false, invalid: INVALID }).trim();
}

/** Excel does not open a file with such a code. */
const INVALID = "something unknown";

const DAY_MS = 86_400_000;
const DAYS_MAX = 2_958_466;

/**
 * A number cell; where its format is a date, with the day as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, or `HH:mm:ss` when
 * there is no day. Days are counted from 1900, or from 1904 as old Macs do.
 */
export function makeNumberCell(value: number, numberFormat: NumberFormat, since1904: boolean): Cell {
  if (!Number.isFinite(value))
    return { kind: "fault", code: "damaged", details: { reason: "a number is none" } };
  const isDate = numberFormat.isDate && value >= 0 && value < DAYS_MAX;
  return { kind: "number", value, format: numberFormat, date: isDate ? dateOf(value, since1904) : null };
}

function dateOf(value: number, since1904: boolean): string {
  // Spreadsheets believe in a 29 February 1900; before it, days are one lower.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const text = new Date(epoch + Math.round((value * DAY_MS) / 1_000) * 1_000).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (value < 1 && !since1904) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/** A text cell, with what is shown of it where its format shows something else. */
export function makeTextCell(text: string, numberFormat: NumberFormat): Cell {
  return numberFormat.changesTexts ? { kind: "text", text, format: numberFormat } : { kind: "text", text };
}
