import { TableError } from "./errors.ts";
import { columnLetters, type ColumnToRead, type TableOptions } from "./table.ts";

/** The header row after it was read. */
export interface Header {
  /** The column that each cell of the row means, or null if it means none. */
  readonly columns: readonly (ColumnToRead | null)[];
  /** The titles as they are in the file. */
  readonly titles: readonly string[];
  readonly rowNumber: number;
  /** The cells that a row without a grid must have: up to the last required column. */
  readonly widthMin: number;
}

/** A header row as it is in the file. */
interface HeaderRow {
  readonly titles: readonly string[];
  /** Hidden columns, counted from 0. */
  readonly hidden: ReadonlySet<number>;
  /** Columns with titles that are struck through, counted from 0. */
  readonly struck: ReadonlySet<number>;
  readonly rowNumber: number;
}

/**
 * Finds the columns in a header row. Case, blanks, and the signs _ - . * ( ) do not count. Unknown hidden
 * columns are left out. Throws TableError `missing_columns`, `unknown_columns`, `duplicate_columns`, `struck_column`
 * or `hidden_column`, which name the columns, or `nothing_inside`.
 */
export function matchHeader(
  { titles: cells, hidden, struck, rowNumber }: HeaderRow,
  { columns: wanted, mapping }: Pick<TableOptions, "columns" | "mapping">,
): Header {
  const titles = cells.map((cell) => cell.trim());
  const find = mapping === undefined ? byTitles(wanted) : byMapping(wanted, mapping);
  const columns = titles.map((title, index) => {
    const column = title === "" ? null : find(title);
    return column === undefined && hidden.has(index) ? null : column;
  });
  const row = rowNumber;
  const unknown = titles.filter((_, index) => columns[index] === undefined);
  const missing = wanted.filter((column) => column.required === true && !columns.includes(column));
  // For a file that is something else altogether, we say what is missing, not what it has.
  if (missing.length > 0) {
    throw new TableError("missing_columns", { row, columns: quote(missing.map(titleOf)), titles });
  }
  if (unknown.length > 0) {
    throw new TableError("unknown_columns", {
      row,
      columns: quote(unknown),
      titles,
      known: quote(wanted.map(titleOf)),
    });
  }
  const known = columns.map((column) => column ?? null);
  const twice = wanted.filter((column) => known.filter((one) => one === column).length > 1);
  if (twice.length > 0) {
    throw new TableError("duplicate_columns", { row, columns: quote(twice.map(titleOf)), titles });
  }
  if (known.every((column) => column === null)) throw new TableError("nothing_inside");
  const refuse = (code: "struck_column" | "hidden_column", isRefused: (index: number) => boolean): void => {
    const index = known.findIndex((column, at) => column !== null && isRefused(at));
    if (index === -1) return;
    throw new TableError(code, { row, title: `${quote([titles[index]!])} (${columnLetters(index)})` });
  };
  refuse("struck_column", (index) => struck.has(index));
  refuse("hidden_column", (index) => known[index]!.pays !== undefined && hidden.has(index));
  const widthMin = known.findLastIndex((column) => column?.required === true) + 1;
  return { columns: known, titles, rowNumber, widthMin };
}

type Find = (title: string) => ColumnToRead | null | undefined;

function byTitles(wanted: readonly ColumnToRead[]): Find {
  const byKey = new Map(wanted.flatMap((column) => keysOf(column).map((key) => [key, column])));
  return (title) => byKey.get(keyOf(title));
}

function byMapping(wanted: readonly ColumnToRead[], mapping: NonNullable<TableOptions["mapping"]>): Find {
  const byName = new Map(wanted.map((column) => [column.name, column]));
  return (title) => {
    const name = Object.hasOwn(mapping, title) ? mapping[title] : undefined;
    return name === null || name === undefined ? name : byName.get(name);
  };
}

/** Returns how many cells of a row are titles of wanted columns. */
export function countTitles(
  cells: readonly string[],
  { columns, mapping = {} }: Pick<TableOptions, "columns" | "mapping">,
): number {
  const keys = new Set([...columns.flatMap(keysOf), ...Object.keys(mapping).map(keyOf)]);
  return cells.filter((cell) => keys.has(keyOf(cell))).length;
}

/** Guesses the column of each title in a file by the usual names: each column once, null otherwise. */
export function guessMapping(
  titles: readonly string[],
  columns: readonly ColumnToRead[],
): Record<string, string | null> {
  const find = byTitles(columns);
  const taken = new Set<string>();
  const pairs = titles
    .filter((title) => title !== "")
    .map((title): [string, string | null] => {
      const name = find(title)?.name;
      if (name === undefined || taken.has(name)) return [title, null];
      taken.add(name);
      return [title, name];
    });
  return Object.fromEntries(pairs);
}

/** Returns the name of a column in a sentence: its title in the file, or its letter. */
export function nameColumn(titles: readonly string[], index: number): string {
  const title = titles[index] ?? "";
  return title === "" ? `column ${columnLetters(index)}` : shorten(title);
}

const TITLE_SHOWN_MAX = 60;
const TITLES_SHOWN_MAX = 20;

const titleOf = (column: ColumnToRead): string => column.titles?.[0] ?? column.name;
const keysOf = (column: ColumnToRead): string[] => [column.name, ...(column.titles ?? [])].map(keyOf);
/** Returns a title in the form for comparison: case, blanks and signs do not count. */
export const keyOf = (title: string): string =>
  title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_\-.*()\ufeff]+/g, "");

/** Returns a text of a file for a sentence: short, and without invisible characters. */
export function shorten(title: string): string {
  const clean = title.slice(0, TITLE_SHOWN_MAX).replaceAll(/[\p{C}\p{Z}\uFFFD]+/gu, " ");
  return title.length > TITLE_SHOWN_MAX ? `${clean}…` : clean;
}

/** Returns names from a file for use in a sentence: quoted, shortened, and only the first few. */
export function quote(titles: readonly string[]): string {
  const shown = titles.slice(0, TITLES_SHOWN_MAX).map((title) => `"${shorten(title)}"`);
  const more = titles.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
