/** Tables in files that people upload and download: .csv, .xlsx and .xls. */
export { decodeText } from "./decode-text.ts";
export { TableError, type TableErrorCode } from "./errors.ts";
export { guessMapping, keyOf as titleKey } from "./match-header.ts";
export { parseTable } from "./parse-table.ts";
export { readTable, type ReadTableOptions } from "./read-table.ts";
export { type CsvFault, scanCsv } from "./scan-csv.ts";
export {
  FILE_BYTES_MAX,
  ROWS_MAX,
  type ColumnToRead,
  type KeptRow,
  type Table,
  type TableRow,
} from "./table.ts";
export { writeCsv } from "./write-csv.ts";
export type { ColumnToWrite, RowToWrite, ValueToWrite } from "./write-values.ts";
export { writeXls } from "./write-xls.ts";
export { writeXlsx } from "./write-xlsx.ts";
