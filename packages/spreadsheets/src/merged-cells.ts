import { columnLetters } from "./table.ts";

/** Cells that are shown as one: rows from 1, columns from 0, including the last ones. */
export interface MergedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Returns the name of a range in spreadsheet programs: "B2:B4", or "B2" for one cell. */
export function nameRange({ firstRow, lastRow, firstColumn, lastColumn }: MergedRange): string {
  const first = `${columnLetters(firstColumn)}${firstRow}`;
  const last = `${columnLetters(lastColumn)}${lastRow}`;
  return first === last ? first : `${first}:${last}`;
}

/** Reads "B2:B4 D2", a list of ranges and cells; anything else is skipped. */
export function readAreas(references: string): MergedRange[] {
  return references.split(/\s+/).flatMap((reference) => {
    const cell = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference);
    if (cell === null) return readRange(reference) ?? [];
    const [row, column] = [Number(cell[2]), columnIndex(cell[1]!)];
    return [{ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }];
  });
}

/** Reads "B2:B4"; returns null if it is one cell, or no range. */
export function readRange(reference: string): MergedRange | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference);
  if (found === null) return null;
  const [, from, top, to, bottom] = found as unknown as [string, string, string, string, string];
  return makeRange([Number(top), Number(bottom)], [columnIndex(from), columnIndex(to)]);
}

/** Makes a range of rows and columns; null if it is one cell. */
export function makeRange(rows: readonly number[], columns: readonly number[]): MergedRange | null {
  const [firstRow, lastRow] = [Math.min(...rows), Math.max(...rows)];
  const [firstColumn, lastColumn] = [Math.min(...columns), Math.max(...columns)];
  if (firstRow === lastRow && firstColumn === lastColumn) return null;
  return { firstRow, lastRow, firstColumn, lastColumn };
}

/** Returns the index of a column by its letters: 0 for "A". */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/**
 * Finds the range that covers a row's cell of a column. Rows must be asked for in ascending order, so that
 * each range is looked at once, however many there are and however they overlap.
 */
export function makeRangeFinder(
  ranges: readonly MergedRange[],
  column: number,
): (rowNumber: number) => MergedRange | null {
  const covering = ranges
    .filter(({ firstColumn, lastColumn }) => firstColumn <= column && column <= lastColumn)
    .sort((a, b) => a.firstRow - b.firstRow);
  let next = 0;
  let longest: MergedRange | null = null;
  return (rowNumber) => {
    for (; next < covering.length && covering[next]!.firstRow <= rowNumber; next += 1) {
      const range = covering[next]!;
      if (longest === null || range.lastRow > longest.lastRow) longest = range;
    }
    return longest !== null && longest.lastRow >= rowNumber ? longest : null;
  };
}
