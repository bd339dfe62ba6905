import { damaged, type Place } from "./errors.ts";
import { GENERAL, makeNumberCell, type NumberFormat } from "./number-format.ts";
import { isTrue } from "./open-workbook.ts";
import { readAttributes } from "./scan-xml.ts";
import { COLUMNS_MAX, SHEET_ROWS_MAX, type Cell } from "./table.ts";

/** What cells of a workbook refer to by number. */
export interface CellContext {
  readonly formats: readonly NumberFormat[];
  readonly texts: readonly string[];
  /** Whether days are counted from 1904. */
  readonly since1904: boolean;
}

/** A cell as its markup has it. */
export interface RawCell {
  readonly type: string;
  readonly style: number;
  readonly index: number;
  value: string | null;
  inline: string | null;
  formula: boolean;
}

/** Rows go upwards; one without a number follows the one before. */
export function readRowNumber(text: string | undefined, before: number): number {
  if (text === undefined) return before + 1;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number <= before || number > SHEET_ROWS_MAX)
    throw damaged("its rows are out of order", { row: before });
  return number;
}

/** Opens a cell: one without a place follows the one before. */
export function readCellStart(
  attributes: string,
  row: { rowNumber: number; cells: readonly unknown[] },
): RawCell {
  const found = readAttributes(attributes);
  const reference = found.get("r");
  const index = reference === undefined ? row.cells.length : readReference(reference, row.rowNumber);
  if (index < row.cells.length && index < COLUMNS_MAX)
    throw damaged("its cells are out of order", { row: row.rowNumber });
  const style = Number(found.get("s") ?? 0);
  return { type: found.get("t") ?? "n", style, index, value: null, inline: null, formula: false };
}

const SHEET_COLUMNS_MAX = 16_384;

/** The column of "C7", from 0; it must be of this row. */
function readReference(reference: string, rowNumber: number): number {
  const [, letters, digits] = /^([A-Za-z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || Number(digits) !== rowNumber)
    throw damaged("a cell is out of place", { row: rowNumber });
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  if (index > SHEET_COLUMNS_MAX) throw damaged("a cell is out of place", { row: rowNumber });
  return index - 1;
}

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
const NUMBER_CHARACTERS_MAX = 100;

/** What a cell is; undefined when it is empty. `place` is for the sentence of a refusal. */
export function makeCell(raw: RawCell, context: CellContext, place: () => Place): Cell | undefined {
  if (raw.formula) return { kind: "formula" };
  if (raw.type === "inlineStr") return raw.inline === null ? undefined : { kind: "text", text: raw.inline };
  const { value } = raw;
  if (value === null || value === "") return undefined;
  switch (raw.type) {
    case "n": {
      const number = NUMBER.test(value.slice(0, NUMBER_CHARACTERS_MAX)) ? Number(value) : Number.NaN;
      if (!Number.isFinite(number)) throw damaged("a number is none", place());
      return makeNumberCell(number, context.formats[raw.style] ?? GENERAL, context.since1904);
    }
    case "s": {
      const text = /^\d{1,9}$/.test(value) ? context.texts[Number(value)] : undefined;
      if (text === undefined) throw damaged("a text is missing", place());
      return { kind: "text", text };
    }
    case "b":
      return { kind: "text", text: isTrue(value) ? "TRUE" : "FALSE" };
    case "e":
      return { kind: "error", text: value.slice(0, 20) };
    case "str":
    case "d":
      return { kind: "text", text: value };
    default:
      throw damaged("a cell is of an unknown kind", place());
  }
}
