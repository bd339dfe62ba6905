import {
  joinPieces,
  plainValue,
  titleOf,
  type ColumnToWrite,
  type RowsToWrite,
  type RowToWrite,
} from "./write-values.ts";

/**
 * Writes a CSV file while it is read: UTF-8 with a byte order mark (Excel needs it), CR LF, quotes where they
 * are needed, texts guarded against formulas. `readTable` reads the same texts from it.
 */
export async function* writeCsv(
  columns: readonly ColumnToWrite[],
  rows: RowsToWrite,
): AsyncGenerator<Buffer> {
  for await (const piece of joinPieces(writeLines(columns, rows))) yield Buffer.from(piece);
}

async function* writeLines(columns: readonly ColumnToWrite[], rows: RowsToWrite): AsyncGenerator<string> {
  yield `\uFEFF${writeLine(columns.map(titleOf))}`;
  for await (const row of rows) yield writeLine(cellsOf(columns, row));
}

const cellsOf = (columns: readonly ColumnToWrite[], row: RowToWrite): string[] =>
  columns.map((column) => plainValue(row[column.name], column)?.text ?? "");

const writeLine = (cells: readonly string[]): string => `${cells.map(quoteIfNeeded).join(",")}\r\n`;

/** Semicolons and tabs need no quotes here, but quotes keep programs from guessing the wrong delimiter. */
const quoteIfNeeded = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
