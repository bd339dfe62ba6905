/** Finds faults that only the whole file shows: merged cells, too many cells, a comma for decimals. */
import type { Header } from "./match-header.ts";
import { makeRangeFinder, nameRange, type MergedRange } from "./merged-cells.ts";
import type { CellProblem } from "./read-cell.ts";
import type { ColumnToRead, SheetRow, TableRow } from "./table.ts";

/** A fault in a cell. The cell is then not trusted. `index` is null if the fault concerns the row as a whole. */
export interface RowFault {
  readonly index: number | null;
  readonly problem: CellProblem;
}

/** Judges a row; called in the order of the file. */
export type Judge = (row: TableRow) => RowFault[];

/**
 * Sets rows aside if a cell that pays is merged with others: its value may be meant for each of them, or for
 * all together, and only the first one holds it. For another required cell, sets aside the rows that lack it.
 */
function makeMergedJudge(merged: readonly MergedRange[], { columns }: Header): Judge {
  const finders = columns.flatMap((column, index) =>
    column?.pays === undefined && column?.required !== true
      ? []
      : [{ column, index, find: makeRangeFinder(merged, index) }],
  );
  return ({ rowNumber, values }) =>
    finders.flatMap(({ column, index, find }) => {
      const range = find(rowNumber);
      const isMeant = column.pays === undefined && (values[column.name] ?? "") !== "";
      if (range === null || isMeant) return [];
      return [{ index, problem: { code: "merged_cells", details: { range: nameRange(range) } } }];
    });
}

/** A condition may show another number in a cell, or strike it through. */
export type Reformatting = "renumbered" | "struck";

/** Ranges that a workbook states behind its rows. */
export type Ranges = Readonly<Record<"merged" | Reformatting, MergedRange[]>>;

/** Sets rows aside if a condition may show a cell that pays otherwise than it is stored. */
function makeReformattedJudge(ranges: Ranges, how: Reformatting, { columns }: Header): Judge {
  const finders = columns.flatMap((column, index) =>
    column?.pays === undefined ? [] : [{ index, find: makeRangeFinder(ranges[how], index) }],
  );
  const code = how === "struck" ? "struck_by_condition" : "shown_by_condition";
  return ({ rowNumber }) =>
    finders.flatMap(({ index, find }) => {
      const range = find(rowNumber);
      if (range === null) return [];
      return [{ index, problem: { code, details: { range: nameRange(range) } } }];
    });
}

/** Makes the judges for the ranges that a workbook lists after its rows. */
export const rangeJudges = (ranges: Ranges, header: Header): Judge[] => [
  makeMergedJudge(ranges.merged, header),
  makeReformattedJudge(ranges, "renumbered", header),
  makeReformattedJudge(ranges, "struck", header),
];

/** Judges how many cells the rows of a CSV file have. */
export interface Widths {
  note(row: SheetRow): void;
  readonly judge: Judge;
}

/**
 * A row with more cells than the header has shifted, most likely at an amount whose comma is not in quotes.
 * Blank cells behind the header are no excuse, unless every row has them, as in files of some programs. In a
 * file with such a row, two cells that look like one amount are one.
 */
export function makeWidths(header: Header): Widths {
  const { titles, widthMin } = header;
  const amountAt = indexOfAmount(header);
  const suspects = new Map<number, { width: number; isSplit: boolean }>();
  let narrowest = Infinity;
  let shifts: boolean | null = null;
  const isShifted = ({ width, isSplit }: { width: number; isSplit: boolean }): boolean =>
    width > titles.length && (width > narrowest || isSplit);
  return {
    note: ({ rowNumber, cells, width }) => {
      if (width === undefined || width < widthMin) return;
      narrowest = Math.min(narrowest, width);
      const rest = cells.slice(amountAt ?? cells.length);
      const isSplit = isSplitAmount(rest.map((cell) => (cell?.kind === "text" ? cell.text : "")));
      if (isSplit || width > titles.length) suspects.set(rowNumber, { width, isSplit });
    },
    judge: ({ rowNumber }) => {
      const row = suspects.get(rowNumber);
      if (row === undefined) return [];
      shifts ??= [...suspects.values()].some(isShifted);
      const details = { cells: row.width, titles: titles.length };
      if (isShifted(row)) return [{ index: amountAt, problem: { code: "wide_row", details } }];
      return row.isSplit && shifts ? [{ index: amountAt, problem: { code: "split_amount" } }] : [];
    },
  };
}

/** Returns true if consecutive cells begin with the pieces of "1,500" or "1,25,000.50". */
const isSplitAmount = (texts: readonly string[]): boolean =>
  /^[^\d\t]*\d{1,3}\t(?:\d{2,3}\t)*\d{3}(?:\.\d*)?(?:\t|$)/.test(texts.map((text) => text.trim()).join("\t"));

function indexOfAmount({ columns }: Header): number | null {
  const index = columns.findIndex((column) => column?.pays === "amount");
  return index === -1 ? null : index;
}

const DECIMAL_COMMA = /^\D*(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}(?![\d,.]*\d)/;
const GROUPING_COMMA = /\d,\d{2,3},\d|\d,\d{3}\.\d/;
const EITHER = /^\D*\d{1,3},\d{3}(?![\d,.]*\d)/;

/** If other amounts of the file have a comma before their decimals, "1,500" may be one and a half. */
export function makeCommaJudge(rows: readonly TableRow[], header: Header): Judge {
  const index = indexOfAmount(header);
  const name = index === null ? undefined : header.columns[index]!.name;
  if (name === undefined) return () => [];
  const amountOf = ({ values }: TableRow): string => values[name] ?? "";
  const witness = rows.find((row) => DECIMAL_COMMA.test(amountOf(row)));
  if (witness === undefined || rows.some((row) => GROUPING_COMMA.test(amountOf(row)))) return () => [];
  const details = { line: witness.rowNumber };
  return (row) =>
    EITHER.test(amountOf(row)) ? [{ index, problem: { code: "decimal_comma", details } }] : [];
}

/** Returns the columns with cells in which a judge found a fault: their values are not passed on. */
export const columnsOf = (faults: readonly RowFault[], { columns }: Header): ColumnToRead[] =>
  faults.flatMap(({ index }) => (index === null ? [] : (columns[index] ?? [])));
