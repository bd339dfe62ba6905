/** Tables in files that people upload and download: .csv, .xlsx and .xls. */
export { TableError, type TableErrorCode } from "./errors.ts";
export { guessMapping, keyOf as titleKey } from "./match-header.ts";
export { readTable, type ReadTableOptions } from "./read-table.ts";
export {
  FILE_BYTES_MAX,
  ROWS_MAX,
  type ColumnToRead,
  type KeptRow,
  type RowProblem,
  type Table,
  type TableKind,
  type TableRow,
} from "./table.ts";
export { writeCsv } from "./write-csv.ts";
export type { ColumnToWrite, RowsToWrite, RowToWrite, ValueToWrite } from "./write-values.ts";
export { writeXls } from "./write-xls.ts";
export { writeXlsx } from "./write-xlsx.ts";
