import { sentenceOf, TableError } from "./errors.ts";
import { countTitles, matchHeader, nameColumn, quote, type Header } from "./match-header.ts";
import { makeRangeFinder, nameRange, type MergedRange } from "./merged-cells.ts";
import { readCell, type CellProblem } from "./read-cell.ts";
import {
  COLUMNS_MAX,
  LINES_ABOVE_MAX,
  PROBLEMS_SHOWN_MAX,
  ROWS_MAX,
  TEXT_CHARACTERS_MAX,
  type Cell,
  type KeptRow,
  type RowProblem,
  type SheetRow,
  type Table,
  type TableOptions,
  type TableRow,
} from "./table.ts";

/** Takes the rows of a sheet in their order. */
export interface RowTaker {
  /** Columns that cannot be seen, from 0; told before the rows. */
  hideColumns(first: number, last: number): void;
  /** Throws TableError as soon as the file can no longer be taken. */
  take(row: SheetRow): void;
  /** Cells that are merged; told after the rows. */
  merge(range: MergedRange): void;
  /** How the header calls the column of a cell, for sentences. */
  nameColumn(index: number): string;
}

/** Takes the rows of a file and makes the table of them. */
export interface Gatherer extends RowTaker {
  /** Throws TableError when there was no header row, or when rows with problems refuse the file. */
  finish(): Omit<Table, "kind">;
}

/**
 * Makes a gatherer: the first row that is not blank is the header, apart from lines above it that have fewer cells than
 * a row needs, none of them the title of a column.
 */
export function makeGatherer(options: TableOptions): Gatherer {
  const { rowsMax = ROWS_MAX, problemsMax = 0 } = options;
  let header: Header | null = null;
  const above: SheetRow[] = [];
  const hidden = new Set<number>();
  const merged: MergedRange[] = [];
  const rows: TableRow[] = [];
  const problems: RowProblem[] = [];
  let characters = 0;

  const takeData = (row: SheetRow, known: Header): void => {
    const { rowNumber } = row;
    if (rows.length + problems.length >= rowsMax) {
      throw new TableError("too_many_rows", { row: rowNumber, limit: rowsMax });
    }
    const read = readRow(row, known, options);
    const values = "code" in read ? (read.kept?.values ?? {}) : read.values;
    for (const text of Object.values(values)) characters += text.length;
    if (characters > TEXT_CHARACTERS_MAX) {
      const limit = `${TEXT_CHARACTERS_MAX} characters`;
      throw new TableError("too_many_cells", { row: rowNumber, limit });
    }
    if (!("code" in read)) rows.push(read);
    else if (problems.push(read) > problemsMax && problems.length >= PROBLEMS_SHOWN_MAX)
      throw refuse(problems);
  };

  return {
    hideColumns: (first, last) => {
      for (let index = first; index <= last && index < COLUMNS_MAX; index += 1) hidden.add(index);
    },
    take: (row) => {
      if (row.cells.every(isBlank)) return;
      if (header !== null) takeData(row, header);
      else if (above.length < LINES_ABOVE_MAX && isAboveHeader(row, options)) above.push(row);
      else header = readHeader(row, options, hidden);
    },
    merge: (range) => {
      if (header !== null && range.lastRow > header.rowNumber) merged.push(range);
    },
    finish: () => {
      if (above[0] !== undefined) header ??= readHeader(above[0], options, hidden);
      if (header === null) throw new TableError("nothing_inside");
      const table = setMergedAside({ rows, problems }, merged, { header, options });
      if (table.problems.length > problemsMax) throw refuse(table.problems);
      const found = header.columns.flatMap((column) => (column === null ? [] : [column.name]));
      return { columns: found, ...table };
    },
    nameColumn: (index) => nameColumn(header?.titles ?? [], index),
  };
}

/**
 * For a visible sheet that is not read: its first row that is not blank refuses the file. Who sees it thinks that it
 * is paid; and whether its rows are notes or the other half of a payroll, cannot be known here.
 */
export function makeRefuser(sheet: string): RowTaker {
  return {
    hideColumns: () => {},
    take: ({ cells }) => {
      if (!cells.every(isBlank)) throw new TableError("rows_elsewhere", { sheet: quote([sheet]) });
    },
    merge: () => {},
    nameColumn: (index) => nameColumn([], index),
  };
}

const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.kind === "text" && cell.text.trim() === "");

function isAboveHeader({ cells }: SheetRow, options: TableOptions): boolean {
  const needed = options.columns.filter(({ required }) => required === true).length;
  if (cells.filter((cell) => !isBlank(cell)).length >= needed) return false;
  const texts = cells.flatMap((cell) => (cell?.kind === "text" ? [cell.text] : []));
  return countTitles(texts, options) === 0;
}

function readHeader(
  { cells, rowNumber, hidden }: SheetRow,
  options: TableOptions,
  hiddenColumns: ReadonlySet<number>,
): Header {
  if (hidden === true) throw new TableError("hidden_row", { row: rowNumber });
  const titles = Array.from(cells, (cell, index) => {
    if (cell === undefined) return "";
    const title = readCell(cell, { name: "" });
    if (typeof title === "string") return title;
    throw new TableError(title.code, { ...title.details, row: rowNumber, column: nameColumn([], index) });
  });
  return matchHeader({ titles, hidden: hiddenColumns, rowNumber }, options);
}

/** A problem of a row; the sentence begins with its place. */
function problemAt(
  rowNumber: number,
  column: string | null,
  { code, details }: CellProblem,
): Omit<RowProblem, "kept"> {
  const place = column === null ? {} : { column };
  return { rowNumber, ...place, code, text: sentenceOf(code, { ...details, row: rowNumber, ...place }) };
}

/** What is wrong with a row, in the order of its cells; `index` is null for the row as a whole. */
interface RowFault {
  readonly index: number | null;
  readonly problem: CellProblem;
}

function readRow(row: SheetRow, header: Header, { columns, keepsRows }: TableOptions): TableRow | RowProblem {
  const { rowNumber, cells } = row;
  const values: Record<string, string> = Object.fromEntries(columns.map(({ name }) => [name, ""]));
  const faults: RowFault[] = [];
  if (row.hidden === true) faults.push({ index: null, problem: { code: "hidden_row" } });
  for (const [index, cell] of cells.entries()) {
    const column = header.columns[index] ?? null;
    if (column === null) {
      if (isOutside(header, index, cell)) faults.push({ index, problem: { code: "outside_columns" } });
      continue;
    }
    const value = readCell(cell, column);
    if (typeof value === "string") values[column.name] = value;
    else faults.push({ index, problem: value });
  }
  if (row.width !== undefined && row.width < header.widthMin)
    faults.push({ index: row.width, problem: { code: "ragged_row" } });
  const [first] = faults;
  if (first === undefined) return { rowNumber, values };
  const { index } = first;
  const problem = problemAt(
    rowNumber,
    index === null ? null : nameColumn(header.titles, index),
    first.problem,
  );
  if (keepsRows !== true) return problem;
  const kept = faults.map(({ index: at, problem: found }) => faultOf(nameAt(header, at), found));
  return { ...problem, kept: { values, faults: kept } };
}

/** Whether something stands where no title is; a column that was left out has one. */
const isOutside = ({ titles }: Header, index: number, cell: Cell | undefined): boolean =>
  (titles[index] ?? "") === "" && !isBlank(cell);

const nameAt = ({ columns }: Header, index: number | null): string | null =>
  index === null ? null : (columns[index]?.name ?? null);

const faultOf = (name: string | null, { code, details }: CellProblem): KeptRow["faults"][number] => ({
  name,
  code,
  text: sentenceOf(code, { ...details }),
});

type Rows = Pick<Table, "rows" | "problems">;

/**
 * Sets rows aside of which a cell that pays is merged with others: its value may be meant for each of them, or for all
 * together, and only the first one holds it.
 */
function setMergedAside(
  { rows, problems }: Rows,
  merged: readonly MergedRange[],
  { header, options: { keepsRows } }: { header: Header; options: TableOptions },
): Rows {
  if (merged.length === 0) return { rows, problems };
  const finders = header.columns.flatMap((column, index) =>
    column?.pays === undefined ? [] : [{ column, index, find: makeRangeFinder(merged, index) }],
  );
  const judged = [...rows, ...problems]
    .toSorted((a, b) => a.rowNumber - b.rowNumber)
    .map((row): TableRow | RowProblem => {
      const { rowNumber } = row;
      const found = finders.flatMap(({ column, index, find }) => {
        const range = find(rowNumber);
        if (range === null) return [];
        return [
          { column, index, problem: { code: "merged_cells", details: { range: nameRange(range) } } as const },
        ];
      });
      const [first] = found;
      if (first === undefined) return row;
      const { index, problem } = first;
      const told = "code" in row ? row : problemAt(rowNumber, nameColumn(header.titles, index), problem);
      if (keepsRows !== true) return told;
      const { values, faults } = "code" in row ? row.kept! : { values: row.values, faults: [] };
      const blanks = Object.fromEntries(found.map(({ column }) => [column.name, ""]));
      const more = found.map((one) => faultOf(one.column.name, one.problem));
      return { ...told, kept: { values: { ...values, ...blanks }, faults: [...faults, ...more] } };
    });
  return {
    rows: judged.filter((row): row is TableRow => !("code" in row)),
    problems: judged.filter((row): row is RowProblem => "code" in row),
  };
}

/** The refusal for rows with problems: the first one's sentence, and how many others there are. */
function refuse(problems: readonly RowProblem[]): TableError {
  const first = problems[0]!;
  const more = problems.length - 1;
  const others =
    more === 0 ? "" : ` ${more} more ${more === 1 ? "row has a problem" : "rows have problems"}.`;
  return new TableError(
    first.code,
    {
      row: first.rowNumber,
      ...(first.column === undefined ? {} : { column: first.column }),
      problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
    },
    first.text + others,
  );
}
