import assert from "node:assert/strict";
import { guardText } from "./guard-text.ts";

/**
 * A column of a file that we write. `amount`: paise as bigint, written in rupees. `count`: a whole number.
 * `date`: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, the wall clock that people see.
 */
export interface ColumnToWrite {
  readonly name: string;
  /** The title in the header row; default `name`. */
  readonly title?: string;
  /** Default "text". */
  readonly kind?: "text" | "amount" | "count" | "date";
}

export type ValueToWrite = string | bigint | number | null | undefined;
export type RowToWrite = Readonly<Record<string, ValueToWrite>>;
export type RowsToWrite = Iterable<RowToWrite> | AsyncIterable<RowToWrite>;

/** A value ready for a cell: `text` is guarded against formulas, the others are harmless by their form. */
export interface PlainValue {
  readonly kind: NonNullable<ColumnToWrite["kind"]>;
  readonly text: string;
}

const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** Returns the text of a value; null for an empty cell. A value that is not of its column's kind is a bug. */
export function plainValue(value: ValueToWrite, { kind = "text", name }: ColumnToWrite): PlainValue | null {
  if (value === null || value === undefined || value === "") return null;
  switch (kind) {
    case "text":
      assert(typeof value === "string", `${name} is text`);
      return { kind, text: guardText(value) };
    case "amount":
      assert(typeof value === "bigint", `${name} is an amount in paise`);
      return { kind, text: rupeesOf(value) };
    case "count":
      assert(typeof value === "bigint" || Number.isSafeInteger(value), `${name} is a whole number`);
      return { kind, text: String(value) };
    case "date":
      assert(typeof value === "string" && DATE.test(value), `${name} is a date`);
      return { kind, text: value };
    default: {
      const never: never = kind;
      return never;
    }
  }
}

/** Returns the title of a column in the header row. */
export const titleOf = (column: ColumnToWrite): string => guardText(column.title ?? column.name);

/** The most characters that a cell of a sheet may have. */
export const SHEET_TEXT_MAX = 32_767;

const DAY_MS = 86_400_000;

/**
 * Returns a date as sheets have it: days since their day 0. We have no dates before March 1900, which they
 * count wrongly.
 */
export function daysOf(date: string): number {
  const moment = date.length === 10 ? `${date}T00:00:00Z` : `${date.replace(" ", "T")}Z`;
  return (Date.parse(moment) - Date.UTC(1899, 11, 30)) / DAY_MS;
}

const PIECE_CHARACTERS = 65_536;

/** Joins many short texts into pieces that are worth sending. */
export async function* joinPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Writes paise as rupees with two decimals. */
function rupeesOf(paise: bigint): string {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, "0");
  return `${paise < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
