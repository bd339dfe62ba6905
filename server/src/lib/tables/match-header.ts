import { TableError } from "./errors.ts";
import { columnLetters, type ColumnToRead } from "./table.ts";

/** The header row, read. */
export interface Header {
  /** For each cell of the row: the column that is meant, or null under a blank title. */
  readonly columns: readonly (ColumnToRead | null)[];
  /** The titles as the file has them. */
  readonly titles: readonly string[];
  /** Cells that a row without a grid must have: up to the last required column. */
  readonly widthMin: number;
}

/**
 * Finds the columns in a header row. Case, blanks, and the signs _ - . * ( ) do not count. Throws TableError
 * `missing_columns`, `unknown_columns` or `duplicate_columns`, which name the columns.
 */
export function matchHeader(
  cells: readonly string[],
  wanted: readonly ColumnToRead[],
  rowNumber: number,
): Header {
  const titles = cells.map((cell) => cell.trim());
  const byKey = new Map(wanted.flatMap((column) => keysOf(column).map((key) => [key, column])));
  const columns = titles.map((title) => (title === "" ? null : (byKey.get(keyOf(title)) ?? undefined)));
  const row = rowNumber;
  const unknown = titles.filter((_, index) => columns[index] === undefined);
  const missing = wanted.filter((column) => column.required === true && !columns.includes(column));
  // A file that is something else altogether is told what is missing, not what it has.
  if (missing.length > 0) {
    throw new TableError("missing_columns", { row, columns: quote(missing.map(titleOf)) });
  }
  if (unknown.length > 0) {
    throw new TableError("unknown_columns", {
      row,
      columns: quote(unknown),
      known: quote(wanted.map(titleOf)),
    });
  }
  const known = columns.map((column) => column ?? null);
  const twice = wanted.filter((column) => known.filter((one) => one === column).length > 1);
  if (twice.length > 0) {
    throw new TableError("duplicate_columns", { row, columns: quote(twice.map(titleOf)) });
  }
  if (known.every((column) => column === null)) throw new TableError("nothing_inside");
  const widthMin = known.findLastIndex((column) => column?.required === true) + 1;
  return { columns: known, titles, widthMin };
}

/** How many cells of a row are titles of wanted columns. */
export function countTitles(cells: readonly string[], wanted: readonly ColumnToRead[]): number {
  const keys = new Set(wanted.flatMap(keysOf));
  return cells.filter((cell) => keys.has(keyOf(cell))).length;
}

/** How a column is called in a sentence: by its title in the file, or by its letter. */
export function nameColumn(titles: readonly string[], index: number): string {
  const title = titles[index] ?? "";
  return title === "" ? `column ${columnLetters(index)}` : shorten(title);
}

const TITLE_SHOWN_MAX = 60;
const TITLES_SHOWN_MAX = 20;

const titleOf = (column: ColumnToRead): string => column.titles?.[0] ?? column.name;
const keysOf = (column: ColumnToRead): string[] => [column.name, ...(column.titles ?? [])].map(keyOf);
const keyOf = (title: string): string =>
  title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_\-.*()\ufeff]+/g, "");

/** A title as it may stand in a sentence: short, and without what cannot be seen. */
function shorten(title: string): string {
  const clean = title.slice(0, TITLE_SHOWN_MAX).replaceAll(/[\p{C}\p{Z}\uFFFD]+/gu, " ");
  return title.length > TITLE_SHOWN_MAX ? `${clean}…` : clean;
}

/** Names of a file as they stand in a sentence: in quotes, short, and not too many. */
export function quote(titles: readonly string[]): string {
  const shown = titles.slice(0, TITLES_SHOWN_MAX).map((title) => `"${shorten(title)}"`);
  const more = titles.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
