/**
 * Reads single cells of a bank's CSV: dates and amounts as banks in India write them. What cannot be read is
 * refused with its row.
 */
import { BankError } from "#banks/statements";
import type { CsvMapping } from "./csv-mapping.ts";

/** An amount together with its sign and word. */
export interface Money {
  /** Never negative. */
  readonly paise: bigint;
  /** A minus before or after it, or parentheses around it, count as a minus. */
  readonly sign: "+" | "-" | null;
  /** "Dr", "Cr" and similar words, in the bank's spelling. */
  readonly word: string | null;
}

const EMPTY = /^(?:|-+|nil|n\/?a|null)$/i;
const DIGITS = String.raw`\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+|\d{1,15}`;
const BEFORE = String.raw`(\()? ?([-+])? ?(?:(?:₹|rs\.?|inr) ?)?([-+])? ?(dr|cr)?\.? ?`;
const BEHIND = String.raw` ?([-+])? ?(\))? ?\(?([a-z]{1,12})?\.?\)?`;
const MONEY = new RegExp(String.raw`^${BEFORE}(${DIGITS})(?:\.(\d{0,2})0*)?${BEHIND}$`, "i");

/** Null if the cell is empty. */
export function moneyOf(cell: string): Money | null | "unreadable" {
  const text = plain(cell);
  if (EMPTY.test(text)) return null;
  const found = MONEY.exec(text);
  if (found === null) return "unreadable";
  const [, open, before, within, first, rupees, decimals = "", behind, close, last] = found;
  const signs = [before, within, behind, open && "-"].filter((sign) => sign !== undefined);
  const words = [first, last].filter((word) => word !== undefined);
  if (signs.length > 1 || words.length > 1 || (open === undefined) !== (close === undefined))
    return "unreadable";
  const paise = BigInt(rupees!.replaceAll(",", "")) * 100n + BigInt(decimals.padEnd(2, "0"));
  return { paise, sign: (signs[0] as "+" | "-" | undefined) ?? null, word: words[0] ?? null };
}

const unmarked = (cell: string): string => {
  const text = cell.trim();
  return (/^="([^"]*)"$/.exec(text)?.[1] ?? text).replace(/^'(?=[\d+\-(.])/, "");
};

/** Returns a cell with plain spaces and an ordinary minus, without the marks with which exports turn it into text. */
export function plain(cell: string): string {
  return unmarked(cell)
    .replace(/[\p{Z}\s]+/gu, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .trim();
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?:${MONTHS.join("|")})[a-z]{0,6}`;
const PART = String.raw`\d{1,4}|${MONTH}`;
const TIME = String.raw`(?:[ T,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const PARTS = new RegExp(String.raw`^(${PART})[ /.,-]+(${PART})[ /.,-]+(${PART})${TIME}$`, "i");
const ALMOST = new RegExp(String.raw`^(?:${PART})(?:[ /.,-]+(?:${PART})?){1,2}${TIME}$`, "i");

/** Returns the date in a cell as `YYYY-MM-DD`; null if there is none in this order. */
export function dayOf(cell: string, order: CsvMapping["dateOrder"]): string | null {
  const parts = partsOf(plain(cell), order);
  const at = (sign: string): string => parts[order.indexOf(sign)] ?? "";
  const named = MONTHS.indexOf(at("m").slice(0, 3).toLowerCase()) + 1;
  const month = (named > 0 ? String(named) : at("m")).padStart(2, "0");
  const year = at("y").length === 2 ? `20${at("y")}` : at("y");
  const day = `${year}-${month}-${at("d").padStart(2, "0")}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? null : day;
}

function partsOf(text: string, order: CsvMapping["dateOrder"]): readonly string[] {
  const widths = order === "ymd" ? [4, 2, 2] : [2, 2, 4];
  if (/^\d{8}$/.test(text))
    return [text.slice(0, widths[0]), text.slice(widths[0]!, -widths[2]!), text.slice(-widths[2]!)];
  return PARTS.exec(text)?.slice(1) ?? [];
}

/** True for a date, or for what is left of a damaged one. */
export function looksLikeADate(cell: string): boolean {
  const text = plain(cell);
  return /^\d{8}$/.test(text) || (ALMOST.test(text) && moneyOf(text) === "unreadable");
}

/** True for an amount, or for a damaged one: it has more digits than letters. */
export function looksLikeMoney(cell: string): boolean {
  const count = (pattern: RegExp): number => cell.match(pattern)?.length ?? 0;
  return cell.length <= 25 && count(/\d/g) > count(/\p{L}/gu);
}

/**
 * Refuses a bank's CSV. `row` is counted as in spreadsheet programs: the first row of the file is 1, and blank ones
 * count.
 */
export function unreadable(why: string, row?: number): Error {
  return BankError.statement_unreadable({ why, ...(row === undefined ? {} : { row }) });
}

/** Formats a piece of a file for use in a sentence. */
export function shown(cell: string): string {
  const clean = cell.replace(/[\p{C}\s]+/gu, " ").trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
