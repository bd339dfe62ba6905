import { damaged } from "./errors.ts";
import type { Reformatting } from "./judge-rows.ts";
import { columnIndex } from "./merged-cells.ts";
import { GENERAL, makeNumberCell, makeTextCell, type NumberFormat } from "./number-format.ts";
import { isTrue } from "./open-workbook.ts";
import { readAttributes } from "./scan-xml.ts";
import { COLUMNS_MAX, SHEET_ROWS_MAX, type Cell } from "./table.ts";

/** The lists that cells of a workbook refer to by number. */
export interface CellContext {
  readonly formats: readonly NumberFormat[];
  /** The numbers of the styles whose font is struck through. */
  readonly struck: ReadonlySet<number>;
  /** The numbers of the condition formats that change how a cell is shown, by what they do. */
  readonly reformatting: Readonly<Record<Reformatting, ReadonlySet<number>>>;
  readonly texts: readonly string[];
  /** Keyed by the number of a text with its own fonts: true if some of it is struck through. */
  readonly struckTexts: ReadonlyMap<number, boolean>;
  /** True if days are counted from 1904. */
  readonly since1904: boolean;
}

/** A cell as it is in the markup. */
export interface RawCell {
  readonly type: string;
  readonly style: number;
  /** If the cell has no style of its own, this is its row's, as a whole row may be struck through. */
  readonly fontStyle: number;
  readonly index: number;
  value: string | null;
  inline: string | null;
  /** True if some of the inline text is struck through. Null means as the style of the cell says. */
  inlineStruck: boolean | null;
  formula: boolean;
}

/** Reads a row's number: numbers must increase, and a row without one follows the row before. */
export function readRowNumber(text: string | undefined, before: number): number {
  if (text === undefined) return before + 1;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number <= before || number > SHEET_ROWS_MAX)
    throw damaged("its rows are out of order", { row: before });
  return number;
}

/** Opens a cell: a cell without a place follows the one before. */
export function readCellStart(
  attributes: string,
  row: { rowNumber: number; style: string | undefined; cells: readonly unknown[] },
): RawCell {
  const found = readAttributes(attributes);
  const reference = found.get("r");
  const index = reference === undefined ? row.cells.length : readReference(reference, row.rowNumber);
  if (index < row.cells.length && index < COLUMNS_MAX)
    throw damaged("its cells are out of order", { row: row.rowNumber });
  const own = found.get("s");
  const styles = { style: Number(own ?? 0), fontStyle: Number(own ?? row.style ?? 0) };
  const nothing = { value: null, inline: null, inlineStruck: null, formula: false };
  return { type: found.get("t") ?? "n", ...styles, index, ...nothing };
}

const SHEET_COLUMNS_MAX = 16_384;

/** Returns the column of "C7", from 0; the cell must be of this row. */
function readReference(reference: string, rowNumber: number): number {
  const [, letters, digits] = /^([A-Za-z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || Number(digits) !== rowNumber)
    throw damaged("a cell is out of place", { row: rowNumber });
  const index = columnIndex(letters);
  if (index >= SHEET_COLUMNS_MAX) throw damaged("a cell is out of place", { row: rowNumber });
  return index;
}

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
const NUMBER_CHARACTERS_MAX = 100;

/** Returns what a cell contains; undefined if it is empty. */
export function makeCell(raw: RawCell, context: CellContext): Cell | undefined {
  const own = raw.type === "s" ? context.struckTexts.get(Number(raw.value)) : raw.inlineStruck;
  return strike(contentOf(raw, context), own ?? context.struck.has(raw.fontStyle));
}

/** Marks a cell of which some is struck through. */
export const strike = <C extends Cell | undefined>(cell: C, isStruck: boolean): C =>
  isStruck && cell !== undefined && cell.kind !== "fault" ? { ...cell, struck: true } : cell;

function contentOf(raw: RawCell, context: CellContext): Cell | undefined {
  const { value, inline } = raw;
  const format = context.formats[raw.style] ?? GENERAL;
  if (raw.formula) return { kind: "fault", code: "formula" };
  if (raw.type === "inlineStr") return inline === null ? undefined : makeTextCell(inline, format);
  if (value === null || value === "") return undefined;
  switch (raw.type) {
    case "n": {
      const isNumber = NUMBER.test(value.slice(0, NUMBER_CHARACTERS_MAX));
      return makeNumberCell(isNumber ? Number(value) : Number.NaN, format, context.since1904);
    }
    case "s": {
      const text = /^\d{1,9}$/.test(value) ? context.texts[Number(value)] : undefined;
      return text === undefined ? damagedCell("a text is missing") : makeTextCell(text, format);
    }
    case "b":
      return makeTextCell(isTrue(value) ? "TRUE" : "FALSE", format);
    case "e":
      return { kind: "fault", code: "error_value", details: { found: value.slice(0, 20) } };
    case "str":
    case "d":
      return makeTextCell(value, format);
    default:
      return damagedCell("a cell is of an unknown kind");
  }
}

const damagedCell = (reason: string): Cell => ({ kind: "fault", code: "damaged", details: { reason } });
