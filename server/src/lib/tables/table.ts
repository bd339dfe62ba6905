/** What a table of a file is, whatever the format, and how large it may be. */
import type { TableErrorCode } from "./errors.ts";
import type { NumberFormat } from "./number-format.ts";

/** A column that a file may or must have. */
export interface ColumnToRead {
  /** Its key in `values`. */
  readonly name: string;
  /** Titles by which a header row may call it besides `name`; the first is the one shown to people. */
  readonly titles?: readonly string[];
  /** A file without it is refused. An empty cell is not: that is for the caller to judge. */
  readonly required?: boolean;
  /**
   * Its digits are a name, not a quantity (account number, phone, id): what a spreadsheet did to them as a
   * number is refused as far as it can be told. With "strict", every number cell is, since no one can tell
   * whether it had leading zeros.
   */
  readonly text?: boolean | "strict";
  /**
   * How much is paid, or to whom and under which id. A cell of it that shows something else than it holds, or that is
   * merged with others, is refused, and so is a file that hides the column: people check what they see.
   */
  readonly pays?: "amount" | "whom";
}

/** A row without problems. `values` has every column that was asked for, or with a cleaner those that say something. */
export interface TableRow {
  /** As spreadsheet programs count: the first row of the file is 1, blank rows count. */
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
}

/** A row that is set aside, with its first problem. */
export interface RowProblem {
  readonly rowNumber: number;
  /** The title in the header row, or "column F" outside it; absent when the whole row is meant. */
  readonly column?: string;
  readonly code: TableErrorCode;
  /** The whole sentence for a person, with row and column. */
  readonly text: string;
  /** What the row says otherwise, where that was asked for. */
  readonly kept?: KeptRow;
}

/** A row that is set aside, to be corrected cell by cell. */
export interface KeptRow {
  /** Every column; "" where a cell cannot be trusted. */
  readonly values: Readonly<Record<string, string>>;
  /** Each cell that cannot be trusted, by its column's name; null: the row as a whole. */
  readonly faults: readonly {
    readonly name: string | null;
    readonly code: TableErrorCode;
    readonly text: string;
  }[];
}

export type TableKind = "csv" | "xlsx" | "xls";

/** What a file says. Every row that is not blank is in `rows` or in `problems`, but for the header repeated. */
export interface Table {
  readonly kind: TableKind;
  /** Names of the columns that the file has, in its order. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly problems: readonly RowProblem[];
}

export interface TableOptions {
  readonly columns: readonly ColumnToRead[];
  /** More rows (blank ones and the header do not count) and the file is refused. 10,000 when absent. */
  readonly rowsMax?: number;
  /** Larger files are refused; 5 MB when absent. */
  readonly bytesMax?: number;
  /** More rows with a problem and the file is refused. 0 when absent: the first one refuses it. */
  readonly problemsMax?: number;
  /** Whether rows with a problem are kept with what they say. */
  readonly keepsRows?: boolean;
  /** By the titles of the file: the column that each one means, null for none. Other titles are unknown then. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  /** What makes of each row's values those that are handed over, on the thread that reads the file. */
  readonly cleaner?: Cleaner;
}

/** A module with `cleanRow`: it answers some of the columns, and the others have nothing. */
export interface Cleaner {
  /** Its URL: the thread loads it. */
  readonly module: string;
  /** For each call of it; whatever can be sent to a thread. */
  readonly argument: unknown;
}

/** What a cleaner's module exports. */
export interface CleanerModule {
  readonly cleanRow: (values: TableRow["values"], argument: unknown) => Partial<TableRow["values"]>;
}

export const FILE_BYTES_MAX = 5 * 1024 * 1024;
export const ROWS_MAX = 10_000;
/** So many lines may stand above the header: a letterhead, the month. */
export const LINES_ABOVE_MAX = 20;
/** Sheets of a workbook, hidden ones too. */
export const SHEETS_MAX = 5_000;
/** Rows of a sheet by Excel's limit, blank ones too. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Columns that a row may have, needed or not. */
export const COLUMNS_MAX = 500;
export const CELL_CHARACTERS_MAX = 1_000;
/** Cells of a sheet that hold something. */
export const CELLS_MAX = 600_000;
/** Characters of all cells together: one text that 10,000 cells share counts 10,000 times. */
export const TEXT_CHARACTERS_MAX = 10_000_000;
/** Problems that a refusal lists. */
export const PROBLEMS_SHOWN_MAX = 100;

/** A cell as a format has it, before a column's wishes are known. */
export type Cell =
  /** `format`: the one that may show the text as something else. */
  | { readonly kind: "text"; readonly text: string; readonly format?: NumberFormat }
  /** `date`: what the number means as a date where its format is one. */
  | {
      readonly kind: "number";
      readonly value: number;
      readonly format: NumberFormat;
      readonly date: string | null;
    }
  /** What is wrong with it in every column. */
  | {
      readonly kind: "fault";
      readonly code: TableErrorCode;
      readonly details?: Readonly<Record<string, unknown>>;
    };

/** A row as a format has it; cells that do not exist are undefined. */
export interface SheetRow {
  readonly rowNumber: number;
  readonly cells: readonly (Cell | undefined)[];
  readonly hidden?: boolean;
  /** Formats without a grid (CSV): how many cells the row has. */
  readonly width?: number;
}

/** "A" for 0, "AB" for 27: how spreadsheet programs call a column. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  const letter = String.fromCharCode(65 + (index % 26));
  return rest === 0 ? letter : columnLetters(rest - 1) + letter;
}
