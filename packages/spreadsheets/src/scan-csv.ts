import { TableError } from "./errors.ts";
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, SHEET_ROWS_MAX } from "./table.ts";

/** A cell that is not valid CSV; its record is read as far as possible. */
export interface CsvFault {
  readonly index: number;
  readonly code: "unterminated_quote" | "stray_quote" | "outside_columns";
}

interface CsvScan {
  readonly text: string;
  readonly delimiter: string;
  /** True means that faulty cells are returned as faults of their records. Otherwise the first one ends the scan. */
  readonly keepsRecords?: boolean;
  /** Receives each record, even blank ones, with its row in spreadsheet programs; false ends the scan. */
  take(fields: string[], rowNumber: number, faults: readonly CsvFault[]): boolean | void;
  /** Returns the name of a column in a sentence. */
  nameColumn(index: number): string;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Splits CSV by RFC 4180: a cell is quoted as a whole or not at all, and quotes inside it are doubled. Records end with
 * CR LF, LF or CR, even in one file. If records are kept, a quote inside a plain cell is a character, as in spreadsheet
 * programs. A faulty quoted cell is then read again as a plain one, so that it does not swallow the records after it.
 * Throws TableError `too_many_rows`; if records are not kept, also `unterminated_quote`, `stray_quote` or
 * `too_many_cells`, with row and column.
 */
export function scanCsv(scan: CsvScan): void {
  const reader = new RecordReader(scan);
  while (reader.hasMore()) {
    const fields = reader.readRecord();
    if (scan.take(fields, reader.rowNumber, reader.faults) === false) return;
  }
}

class RecordReader {
  rowNumber = 0;
  /** The faults of the record that was read last. */
  faults: CsvFault[] = [];
  private readonly scan: CsvScan;
  private readonly text: string;
  private readonly separator: number;
  private position = 0;

  constructor(scan: CsvScan) {
    this.scan = scan;
    this.text = scan.text;
    this.separator = scan.delimiter.charCodeAt(0);
  }

  hasMore(): boolean {
    return this.position < this.text.length;
  }

  readRecord(): string[] {
    const { text, separator } = this;
    this.rowNumber += 1;
    if (this.rowNumber > SHEET_ROWS_MAX) throw new TableError("too_many_rows", { limit: SHEET_ROWS_MAX });
    const fields: string[] = [];
    this.faults = [];
    while (fields.length < COLUMNS_MAX) {
      const isQuoted = text.charCodeAt(this.position) === QUOTE;
      fields.push(isQuoted ? this.readQuoted(fields.length) : this.readPlain(fields.length));
      if (text.charCodeAt(this.position) !== separator) break;
      this.position += 1;
      if (fields.length === COLUMNS_MAX) this.skipRest();
    }
    if (text.charCodeAt(this.position) === CR) this.position += 1;
    if (text.charCodeAt(this.position) === LF) this.position += 1;
    return fields;
  }

  private note(code: CsvFault["code"], index: number): void {
    const { keepsRecords = false, nameColumn } = this.scan;
    const row = this.rowNumber;
    if (keepsRecords) this.faults.push({ code, index });
    else if (code === "outside_columns")
      throw new TableError("too_many_cells", { row, limit: `${COLUMNS_MAX} columns` });
    else throw new TableError(code, { row, column: nameColumn(index) });
  }

  private endsCell(code: number): boolean {
    return code === this.separator || code === LF || code === CR;
  }

  private readPlain(index: number): string {
    const { text } = this;
    const start = this.position;
    const refusesQuotes = this.scan.keepsRecords !== true;
    let position = start;
    for (; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (this.endsCell(code)) break;
      if (code === QUOTE && refusesQuotes) this.note("stray_quote", index);
    }
    this.position = position;
    return text.slice(start, position);
  }

  /** Reads from an opening quote to just behind the closing one. */
  private readQuoted(index: number): string {
    const { text } = this;
    const start = this.position;
    const readAgain = (code: CsvFault["code"]): string => {
      this.note(code, index);
      this.position = start;
      return this.readPlain(index);
    };
    let cell = "";
    for (let position = start + 1; ;) {
      const end = text.indexOf('"', position);
      if (end === -1) return readAgain("unterminated_quote");
      const doubled = text.charCodeAt(end + 1) === QUOTE;
      // A text that is too long already is refused by its length, so its rest is not kept.
      if (cell.length <= CELL_CHARACTERS_MAX) cell += text.slice(position, doubled ? end + 1 : end);
      position = doubled ? end + 2 : end + 1;
      this.position = position;
      if (!doubled) break;
    }
    return this.hasMore() && !this.endsCell(text.charCodeAt(this.position)) ? readAgain("stray_quote") : cell;
  }

  /** Skips what is behind the last column that is read; it must be blank. */
  private skipRest(): void {
    let isBlank = true;
    for (; this.position < this.text.length; this.position += 1) {
      const code = this.text.charCodeAt(this.position);
      if (code === LF || code === CR) break;
      if (code !== this.separator && code !== 0x20) isBlank = false;
    }
    if (!isBlank || this.scan.keepsRecords !== true) this.note("outside_columns", COLUMNS_MAX - 1);
  }
}
