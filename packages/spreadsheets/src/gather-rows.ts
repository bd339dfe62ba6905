import { makeBelonging, type Belonging } from "./below-header.ts";
import { sentenceOf, TableError } from "./errors.ts";
import {
  columnsOf,
  makeCommaJudge,
  makeWidths,
  rangeJudges,
  type Judge,
  type Ranges,
  type Reformatting,
  type RowFault,
  type Widths,
} from "./judge-rows.ts";
import { countTitles, matchHeader, nameColumn, quote, type Header } from "./match-header.ts";
import type { MergedRange } from "./merged-cells.ts";
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
  /** Notes hidden columns, counted from 0; called before the rows. */
  hideColumns(first: number, last: number): void;
  /** Throws TableError as soon as the file can no longer be accepted. */
  take(row: SheetRow): void;
  /** Notes merged cells; called after the rows. */
  merge(range: MergedRange): void;
  /** Notes cells that a condition may show otherwise; called after the rows. */
  reformat(range: MergedRange, how: Reformatting): void;
  /** Returns the header's name for the column of a cell, for sentences. */
  nameColumn(index: number): string;
}

/** Takes the rows of a file and builds a table from them. */
export interface Gatherer extends RowTaker {
  /** Throws TableError if there was no header row, or if the file is refused because of rows with problems. */
  finish(): Omit<Table, "kind">;
}

/**
 * Makes a gatherer: the first row that is not blank is the header, except lines above it that have fewer
 * cells than a row needs and no title of a column.
 */
export function makeGatherer(options: TableOptions): Gatherer {
  const { rowsMax = ROWS_MAX, problemsMax = 0 } = options;
  let below: Below | null = null;
  const above: SheetRow[] = [];
  const hidden = new Set<number>();
  const ranges: Ranges = { merged: [], renumbered: [], struck: [] };
  const rows: TableRow[] = [];
  const problems: RowProblem[] = [];
  let characters = 0;

  const takeData = (row: SheetRow, { header, belongs, widths }: Below): void => {
    const { rowNumber } = row;
    const belonging = belongs(row);
    if (belonging.kind === "same_header") return;
    widths.note(row);
    if (rows.length + problems.length >= rowsMax) {
      throw new TableError("too_many_rows", { row: rowNumber, limit: rowsMax });
    }
    const read = readRow(row, { header, belonging, options });
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
      if (below !== null) takeData(row, below);
      else if (above.length < LINES_ABOVE_MAX && isAboveHeader(row, options)) above.push(row);
      else below = makeBelow(readHeader(row, options, hidden), options);
    },
    merge: (range) => {
      if (below !== null && range.lastRow > below.header.rowNumber) ranges.merged.push(range);
    },
    reformat: (range, how) => void ranges[how].push(range),
    finish: () => {
      if (above[0] !== undefined) below ??= makeBelow(readHeader(above[0], options, hidden), options);
      if (below === null) throw new TableError("nothing_inside");
      const { header, widths } = below;
      const judges = [...rangeJudges(ranges, header), widths.judge, makeCommaJudge(rows, header)];
      const table = setAside({ rows, problems }, judges, { header, options });
      if (table.problems.length > problemsMax) throw refuse(table.problems);
      const found = header.columns.flatMap((column) => (column === null ? [] : [column.name]));
      return { columns: found, ...table };
    },
    nameColumn: (index) => nameColumn(below?.header.titles ?? [], index),
  };
}

/** The header, and the checks for the rows below it. */
interface Below {
  readonly header: Header;
  readonly belongs: (row: SheetRow) => Belonging;
  readonly widths: Widths;
}

const makeBelow = (header: Header, options: TableOptions): Below => ({
  header,
  belongs: makeBelonging(header, options),
  widths: makeWidths(header),
});

/**
 * Makes a taker for a visible sheet that is not read: its first row that is not blank refuses the file.
 * People who see it think that it is paid, and we cannot know whether its rows are notes or the other half of
 * a payroll.
 */
export function makeRefuser(sheet: string): RowTaker {
  return {
    hideColumns: () => {},
    take: ({ cells }) => {
      if (!cells.every(isBlank)) throw new TableError("rows_elsewhere", { sheet: quote([sheet]) });
    },
    merge: () => {},
    reformat: () => {},
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
  const struck = new Set(Array.from(cells, isStruck).flatMap((found, index) => (found ? [index] : [])));
  return matchHeader({ titles, hidden: hiddenColumns, struck, rowNumber }, options);
}

/** Makes a problem of a row, whose sentence begins with its place. */
function problemAt(
  rowNumber: number,
  column: string | null,
  { code, details }: CellProblem,
): Omit<RowProblem, "kept"> {
  const place = column === null ? {} : { column };
  return { rowNumber, ...place, code, text: sentenceOf(code, { ...details, row: rowNumber, ...place }) };
}

function readRow(
  row: SheetRow,
  {
    header,
    belonging,
    options: { columns, keepsRows },
  }: { header: Header; belonging: Belonging; options: TableOptions },
): TableRow | RowProblem {
  const { rowNumber } = row;
  const isRead = belonging.kind !== "apart" || belonging.isRead;
  const cells = isRead ? row.cells : [];
  const values: Record<string, string> = Object.fromEntries(columns.map(({ name }) => [name, ""]));
  const faults: RowFault[] = [];
  if (belonging.kind === "apart") faults.push({ index: null, problem: belonging.problem });
  if (row.hidden === true) faults.push({ index: null, problem: { code: "hidden_row" } });
  for (const [index, cell] of cells.entries()) {
    const column = header.columns[index] ?? null;
    if (column === null) {
      if (isOutside(header, index, cell)) faults.push({ index, problem: { code: "outside_columns" } });
      continue;
    }
    const value = isStruck(cell) ? STRUCK : readCell(cell, column);
    if (typeof value === "string") values[column.name] = value;
    else faults.push({ index, problem: value });
  }
  if (isRead && row.width !== undefined && row.width < header.widthMin)
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

/** People strike out the payees whom they do not want to pay; in plain text by letters with a stroke over them. */
const isStruck = (cell: Cell | undefined): boolean =>
  cell !== undefined &&
  cell.kind !== "fault" &&
  !isBlank(cell) &&
  (cell.struck === true || (cell.kind === "text" && /[\u0335\u0336]/.test(cell.text)));

const STRUCK: CellProblem = { code: "struck_through" };

/** Returns true if a cell has content but its column has no title; a column that was left out has one. */
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

/** Sets aside the rows in which a judge finds a fault. */
function setAside(
  { rows, problems }: Rows,
  judges: readonly Judge[],
  { header, options: { keepsRows } }: { header: Header; options: TableOptions },
): Rows {
  const judged = [...rows, ...problems]
    .toSorted((a, b) => a.rowNumber - b.rowNumber)
    .map((row): TableRow | RowProblem => {
      const { rowNumber } = row;
      const { values, faults } =
        "code" in row ? (row.kept ?? NOTHING_KEPT) : { values: row.values, faults: [] };
      const found = judges.flatMap((judge) => judge({ rowNumber, values }));
      const [first] = found;
      if (first === undefined) return row;
      const { index, problem } = first;
      const place = index === null ? null : nameColumn(header.titles, index);
      const told = "code" in row ? row : problemAt(rowNumber, place, problem);
      if (keepsRows !== true) return told;
      const blanks = Object.fromEntries(columnsOf(found, header).map(({ name }) => [name, ""]));
      const more = found.map((one) => faultOf(nameAt(header, one.index), one.problem));
      return { ...told, kept: { values: { ...values, ...blanks }, faults: [...faults, ...more] } };
    });
  return {
    rows: judged.filter((row): row is TableRow => !("code" in row)),
    problems: judged.filter((row): row is RowProblem => "code" in row),
  };
}

const NOTHING_KEPT: KeptRow = { values: {}, faults: [] };

/** Makes the refusal for rows with problems: the sentence of the first, and how many others there are. */
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
