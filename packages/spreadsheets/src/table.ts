/** The table of a file, whatever the format, and how large it may be. */
import type { TableErrorCode } from "./errors.ts";
import type { NumberFormat } from "./number-format.ts";

/** A column that a file may or must have. */
export interface ColumnToRead {
  /** Its key in `values`. */
  readonly name: string;
  /** Titles that a header row may give it besides `name`; the first is the one shown to people. */
  readonly titles?: readonly string[];
  /** A file without this column is refused. An empty cell is not: the caller decides what it means. */
  readonly required?: boolean;
  /**
   * True if its digits identify something and are not a quantity (account number, phone, ID): what a
   * spreadsheet did to them as a number is refused where that shows. With "strict", every number cell is
   * refused, since no one can know whether it had leading zeros.
   */
  readonly text?: boolean | "strict";
  /**
   * Set if the column says how much is paid, or to whom and under which ID. A cell is refused if it shows something
   * other than its value or is merged with others. A file that hides the column is refused too, because people check
   * what they see.
   */
  readonly pays?: "amount" | "whom";
}

/** A row without problems. `values` has every wanted column, or with a cleaner those that are not empty. */
export interface TableRow {
  /** Counted as in spreadsheet programs: the first row of the file is 1, blank rows count. */
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
}

/** A row that is set aside, with its first problem. */
export interface RowProblem {
  readonly rowNumber: number;
  /** The title in the header row, or "column F" outside it; absent if the whole row is meant. */
  readonly column?: string;
  readonly code: TableErrorCode;
  /** The whole sentence for a person, with row and column. */
  readonly text: string;
  /** The other contents of the row, if they were asked for. */
  readonly kept?: KeptRow;
}

/** A row that is set aside, to be corrected cell by cell. */
export interface KeptRow {
  /** Every column; "" for a cell that cannot be trusted. */
  readonly values: Readonly<Record<string, string>>;
  /** Each cell that cannot be trusted, by its column's name. Null means the row as a whole. */
  readonly faults: readonly {
    readonly name: string | null;
    readonly code: TableErrorCode;
    readonly text: string;
  }[];
}

export type TableKind = "csv" | "xlsx" | "xls";

/** The contents of a file. Every row that is not blank is in `rows` or `problems`, or repeats the header. */
export interface Table {
  readonly kind: TableKind;
  /** The names of the columns that the file has, in its order. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly problems: readonly RowProblem[];
}

export interface TableOptions {
  readonly columns: readonly ColumnToRead[];
  /** A file with more rows is refused; blank ones and the header do not count. Default 10,000. */
  readonly rowsMax?: number;
  /** Larger files are refused. Default 5 MB. */
  readonly bytesMax?: number;
  /** A file with more rows with a problem is refused. Default 0: the first one refuses it. */
  readonly problemsMax?: number;
  /** True means that rows with a problem are kept with their contents. */
  readonly keepsRows?: boolean;
  /** The column that each title of the file means, null for none. Other titles are then unknown. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  /** Turns each row's values into those that are returned, on the thread that reads the file. */
  readonly cleaner?: Cleaner;
}

/** A module with `cleanRow`: it returns some of the columns, and the others have no value. */
interface Cleaner {
  /** The URL from which the thread loads it. */
  readonly module: string;
  /** Passed to each call; must be something that can be sent to a thread. */
  readonly argument: unknown;
}

/** The exports of a cleaner's module. */
export interface CleanerModule {
  readonly cleanRow: (values: TableRow["values"], argument: unknown) => Partial<TableRow["values"]>;
}

export const FILE_BYTES_MAX = 5 * 1024 * 1024;
export const ROWS_MAX = 10_000;
/** The number of lines that may be above the header: a letterhead, the month. */
export const LINES_ABOVE_MAX = 20;
/** Sheets of a workbook, including hidden ones. */
export const SHEETS_MAX = 5_000;
/** Rows of a sheet, including blank ones; this is Excel's limit. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Columns that a row may have, needed or not. */
export const COLUMNS_MAX = 500;
export const CELL_CHARACTERS_MAX = 1_000;
/** Cells of a sheet that are not empty. */
export const CELLS_MAX = 600_000;
/** Characters of all cells together: one text that 10,000 cells share counts 10,000 times. */
export const TEXT_CHARACTERS_MAX = 10_000_000;
/** The most problems that a refusal lists. */
export const PROBLEMS_SHOWN_MAX = 100;

/**
 * A cell as it is in the file, before the column's requirements are known. `struck` means that some of the text is
 * struck through.
 */
export type Cell =
  /** `format`: set if it may show the text as something else. */
  | { readonly kind: "text"; readonly text: string; readonly format?: NumberFormat; readonly struck?: true }
  /** `date`: the number as a date, if its format is one. */
  | {
      readonly kind: "number";
      readonly value: number;
      readonly format: NumberFormat;
      readonly date: string | null;
      readonly struck?: true;
    }
  /** A fault of the cell in every column. */
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
  /** The number of cells of the row, in formats without a grid (CSV). */
  readonly width?: number;
}

/** Returns the letters of a column in spreadsheet programs: "A" for 0, "AB" for 27. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  const letter = String.fromCharCode(65 + (index % 26));
  return rest === 0 ? letter : columnLetters(rest - 1) + letter;
}
