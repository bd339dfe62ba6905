import { TableError } from "./errors.ts";
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, SHEET_ROWS_MAX } from "./table.ts";

export interface CsvScan {
  readonly text: string;
  readonly delimiter: string;
  /** Gets each record, blank ones too, with the row that a spreadsheet program shows; false ends the scan. */
  take(fields: string[], rowNumber: number): boolean | void;
  /** How a column is called in a sentence. */
  nameColumn(index: number): string;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Takes CSV apart as RFC 4180 has it: a cell is quoted as a whole or not at all, quotes within are doubled;
 * records end with CR LF, LF or CR, mixed as they may be. Throws TableError `unterminated_quote`,
 * `stray_quote`, `too_many_cells` or `too_many_rows` with row and column.
 */
export function scanCsv({ text, delimiter, take, nameColumn }: CsvScan): void {
  const separator = delimiter.charCodeAt(0);
  let position = 0;
  let rowNumber = 0;

  const refuse = (code: "unterminated_quote" | "stray_quote", index: number): TableError =>
    new TableError(code, { row: rowNumber, column: nameColumn(index) });

  /** Reads from an opening quote to behind the closing one. */
  const readQuoted = (index: number): string => {
    let cell = "";
    for (position += 1; ; position += 1) {
      const end = text.indexOf('"', position);
      if (end === -1) throw refuse("unterminated_quote", index);
      const doubled = text.charCodeAt(end + 1) === QUOTE;
      // What is too long already is refused by its length: the rest of it is not kept.
      if (cell.length <= CELL_CHARACTERS_MAX) cell += text.slice(position, doubled ? end + 1 : end);
      position = end + 1;
      if (!doubled) break;
    }
    const next = text.charCodeAt(position);
    if (position < text.length && next !== separator && next !== LF && next !== CR) {
      throw refuse("stray_quote", index);
    }
    return cell;
  };

  const readPlain = (index: number): string => {
    const start = position;
    for (; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (code === separator || code === LF || code === CR) break;
      if (code === QUOTE) throw refuse("stray_quote", index);
    }
    return text.slice(start, position);
  };

  while (position < text.length) {
    rowNumber += 1;
    if (rowNumber > SHEET_ROWS_MAX) throw new TableError("too_many_rows", { limit: SHEET_ROWS_MAX });
    const fields: string[] = [];
    for (;;) {
      const index = fields.length;
      if (index >= COLUMNS_MAX)
        throw new TableError("too_many_cells", { row: rowNumber, limit: `${COLUMNS_MAX} columns` });
      fields.push(text.charCodeAt(position) === QUOTE ? readQuoted(index) : readPlain(index));
      if (text.charCodeAt(position) !== separator) break;
      position += 1;
    }
    if (text.charCodeAt(position) === CR) position += 1;
    if (text.charCodeAt(position) === LF) position += 1;
    if (take(fields, rowNumber) === false) return;
  }
}
