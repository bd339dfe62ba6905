import { amountDigits } from "./amount-digits.ts";
import type { TableErrorCode } from "./errors.ts";
import { unguardText } from "./guard-text.ts";
import { shorten } from "./match-header.ts";
import { endOf } from "./shown-end.ts";
import { GENERAL, showValue, type NumberFormat } from "./number-format.ts";
import { CELL_CHARACTERS_MAX, type Cell, type ColumnToRead } from "./table.ts";

/** The reason why a cell is refused; `found` fills the sentence. */
export interface CellProblem {
  readonly code: TableErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Returns what a cell says in a column: its text without surrounding blanks, numbers as plain decimals, dates
 * as `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`; or the reason why it cannot be trusted.
 */
export function readCell(cell: Cell | undefined, column: ColumnToRead): string | CellProblem {
  if (cell === undefined) return "";
  const read = judge(cell, column);
  return typeof read === "string" ? read : hideDigits(read, column);
}

/** Replaces what a cell shows in a sentence about an account, which may have only its last four digits. */
const INSTEAD_OF_SHOWN: Readonly<Record<string, string>> = {
  "shown_otherwise shown": "something else",
  "mangled_number found": "another one",
  "mangled_date found": "that it shows",
};

/** Hides digits, since sentences are kept and shown where account and card numbers must not be. */
function hideDigits({ code, details }: CellProblem, { text }: ColumnToRead): CellProblem {
  if (details === undefined) return { code };
  const isAccount = text === "strict";
  const digits = isAccount ? /\d(?:[ -]?\d){5,}/g : /\d(?:[ -]?\d){11,}/g;
  const end = (value: string): string => `••••${endOf(value)}`;
  const hide = (name: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    if (isAccount && name === "held") return end(value);
    return (
      (isAccount && INSTEAD_OF_SHOWN[`${code} ${name}`]) ||
      value.replaceAll(digits, (run) => (/[1-9]/.test(run) ? end(run) : run))
    );
  };
  return {
    code,
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, hide(name, value)])),
  };
}

function judge(cell: Cell, column: ColumnToRead): string | CellProblem {
  switch (cell.kind) {
    case "text":
      return readText(cell, column);
    case "number":
      return readNumber(cell, column);
    case "fault":
      return cell;
    default: {
      const never: never = cell;
      return never;
    }
  }
}

const holdsDigits = ({ text }: ColumnToRead): boolean => text !== undefined && text !== false;

/** Controls, direction marks, zero widths. Joiners are parts of letters in Indian scripts and stay. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]--[\t\n\r\u200c\u200d]]/v;
const ERROR_VALUE = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|#+)$/;
/** Matches 1.23457E+11, 50100123456.0, 5.0100123456789E16: numbers in a form that no identifier has. */
const NUMBER_IN_TEXT = /^[+-]?\d+(\.\d+)?E\+\d+$|^[+-]?\d+\.\d+E\d+$|^\d+\.0+$/i;
/** Matches `="0026"`, by which exports keep zeros: a text that is spelt out is not a calculation. */
const SPELT_OUT = /^=\s*"((?:[^"]|"")*)"$/;
/** Signs that people type before digits to keep their zeros, and what other programs make of them. */
const TEXT_MARKS = /^['’‘‛`´ʼ′＇"“”]+|['’‘‛`´ʼ′＇"“”]+$/gu;

function readText(cell: Cell & { kind: "text" }, column: ColumnToRead): string | CellProblem {
  if (cell.text.length > CELL_CHARACTERS_MAX) {
    return { code: "overlong_cell", details: { limit: CELL_CHARACTERS_MAX } };
  }
  const raw = cell.text.trim();
  if (cell.format !== undefined && column.pays !== undefined) {
    const shown = showValue(raw, cell.format);
    if (shown !== raw) return shownOtherwise(shown, raw, cell.format);
  }
  const trimmed = SPELT_OUT.exec(raw)?.[1]?.replaceAll('""', '"').trim() ?? raw;
  if (trimmed.startsWith("=")) return { code: "formula" };
  const isOfDigits = holdsDigits(column) || column.pays === "amount";
  const text = (isOfDigits ? trimmed.replaceAll(TEXT_MARKS, "") : unguardText(trimmed)).trim();
  if (INVISIBLE.test(text)) return { code: "invisible_characters" };
  if (text.includes("\uFFFD")) return { code: "unreadable_characters" };
  if (ERROR_VALUE.test(text)) return { code: "error_value", details: { found: text } };
  if (holdsDigits(column) && NUMBER_IN_TEXT.test(text)) {
    return { code: "mangled_number", details: { found: text } };
  }
  return text;
}

type NumberCell = Cell & { readonly kind: "number" };

function readNumber(cell: NumberCell, column: ColumnToRead): string | CellProblem {
  const { value, format, date } = cell;
  if (holdsDigits(column)) return readDigits(cell, column);
  if (column.pays === "amount") {
    const held = readQuantity(value);
    if (typeof held !== "string") return held;
    if (format === GENERAL) return held;
    const shown = date ?? showValue(value, format);
    if (!isSameAmount(shown, value)) return shownOtherwise(shown, held, format);
    return held;
  }
  const read = date ?? readQuantity(value);
  if (column.pays === undefined || format === GENERAL || date !== null || typeof read !== "string")
    return read;
  const shown = showValue(value, format);
  return withoutGrouping(shown) === read ? read : shownOtherwise(shown, read, format);
}

const withoutGrouping = (shown: string): string => shown.replaceAll(/[\s,]/g, "");

/**
 * Returns true if what is shown of an amount is what the cell holds, apart from the currency, the grouping,
 * and decimals that the format rounds away.
 */
function isSameAmount(shown: string, value: number): boolean {
  const isNegative = shown.startsWith("-");
  const digits = amountDigits(isNegative ? shown.slice(1) : shown);
  if (!/^\d+(?:\.\d+)?$/.test(digits)) return false;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const difference = Math.abs((isNegative ? -1 : 1) * Number(digits) - value);
  return difference <= 0.5 * 10 ** -decimals + Math.abs(value) * ROUNDING;
}

/** Numbers in spreadsheets are binary fractions of 53 bits. */
const ROUNDING = 2 ** -50;

function shownOtherwise(shown: string, held: string, { code }: NumberFormat): CellProblem {
  const details = {
    shown: shown === "" ? "nothing" : shorten(shown),
    held: shorten(held),
    format: shorten(code),
  };
  return { code: "shown_otherwise", details };
}

/** Spreadsheets keep 15 digits; further digits in a file are noise of the binary fraction. */
const DIGITS_KEPT = 15;
const WHOLE_MAX = 1e15;

function readQuantity(value: number): string | CellProblem {
  if (Math.abs(value) >= WHOLE_MAX) return { code: "mangled_number", details: { found: String(value) } };
  const kept = String(Number(value.toPrecision(DIGITS_KEPT)));
  if (!kept.includes("e")) return kept;
  return value.toFixed(20).replace(/\.?0+$/, "");
}

/** Accepts zeros that a format puts before a number, since people see and mean them, but no other change. */
function readDigits({ value, format, date }: NumberCell, { text }: ColumnToRead): string | CellProblem {
  if (date !== null) return { code: "mangled_date", details: { found: date } };
  if (!Number.isInteger(value) || value < 0 || value >= WHOLE_MAX) {
    return { code: "mangled_number", details: { found: String(value) } };
  }
  const held = String(value);
  // If the column is wide enough, General shows all digits.
  const shown = format === GENERAL ? held : showValue(value, format);
  const digits = shown.replaceAll(/[\s,-]/g, "").replace(/\.0*$/, "");
  // A number with the country's prefix is the same phone, and only phones are written with a plus.
  const isPhone =
    text !== "strict" && /^\+\d{0,3}$/.test(digits.slice(0, -held.length)) && digits.endsWith(held);
  if (isPhone) return digits;
  if (digits.replace(/^0+(?=\d)/, "") !== held) return shownOtherwise(shown, held, format);
  if (text !== "strict") return digits;
  return digits === held ? { code: "number_cell" } : { code: "lost_zeros", details: { found: held } };
}
