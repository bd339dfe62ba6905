import type { TableErrorCode } from "./errors.ts";
import { unguardText } from "./guard-text.ts";
import { CELL_CHARACTERS_MAX, type Cell, type ColumnToRead } from "./table.ts";

/** Why a cell is not taken; `found` fills the sentence. */
export interface CellProblem {
  readonly code: TableErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * What a cell says in a column: its text without surrounding blanks, numbers as plain decimals, dates as
 * `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. Or why it cannot be trusted.
 */
export function readCell(cell: Cell | undefined, column: ColumnToRead): string | CellProblem {
  if (cell === undefined) return "";
  switch (cell.kind) {
    case "text":
      return readText(cell.text, column);
    case "number":
      return column.text === undefined || column.text === false
        ? readQuantity(cell.value)
        : readDigits(cell, column);
    case "date":
      return column.text === undefined || column.text === false ? cell.text : mangledDate(cell.text);
    case "error":
      return { code: "error_value", details: { found: cell.text } };
    case "formula":
      return { code: "formula" };
    default: {
      const never: never = cell;
      return never;
    }
  }
}

/** Controls, marks of direction, zero widths. Joiners are letters' parts in Indian scripts and stay. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]--[\t\n\r\u200c\u200d]]/v;
const ERROR_VALUE = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|#+)$/;
/** 1.23457E+11, 50100123456.0, 5.0100123456789E16: numbers in clothes that no name wears. */
const NUMBER_IN_TEXT = /^[+-]?\d+(\.\d+)?E\+\d+$|^[+-]?\d+\.\d+E\d+$|^\d+\.0+$/i;

function readText(raw: string, column: ColumnToRead): string | CellProblem {
  if (raw.length > CELL_CHARACTERS_MAX) {
    return { code: "overlong_cell", details: { limit: CELL_CHARACTERS_MAX } };
  }
  const trimmed = raw.trim();
  if (trimmed.startsWith("=")) return { code: "formula" };
  const text = unguardText(trimmed).trim();
  if (INVISIBLE.test(text)) return { code: "invisible_characters" };
  if (text.includes("\uFFFD")) return { code: "unreadable_characters" };
  if (ERROR_VALUE.test(text)) return { code: "error_value", details: { found: text } };
  if (column.text !== undefined && column.text !== false && NUMBER_IN_TEXT.test(text)) {
    return { code: "mangled_number", details: { found: text } };
  }
  return text;
}

/** Spreadsheets keep 15 digits; what stands behind them in a file is noise of the binary fraction. */
const DIGITS_KEPT = 15;
const WHOLE_MAX = 1e15;

function readQuantity(value: number): string | CellProblem {
  if (Math.abs(value) >= WHOLE_MAX) return { code: "mangled_number", details: { found: String(value) } };
  const kept = String(Number(value.toPrecision(DIGITS_KEPT)));
  if (!kept.includes("e")) return kept;
  return value.toFixed(20).replace(/\.?0+$/, "");
}

function readDigits(cell: Cell & { kind: "number" }, column: ColumnToRead): string | CellProblem {
  const { value, zeros } = cell;
  if (!Number.isInteger(value) || value < 0 || value >= WHOLE_MAX) {
    return { code: "mangled_number", details: { found: String(value) } };
  }
  const digits = String(value);
  if (digits.length < zeros) return { code: "lost_zeros", details: { found: digits } };
  return column.text === "strict" ? { code: "number_cell" } : digits;
}

const mangledDate = (found: string): CellProblem => ({ code: "mangled_date", details: { found } });
