import { sentenceOf, TableError } from "./errors.ts";
import { matchHeader, nameColumn, quote, type Header } from "./match-header.ts";
import { readCell, type CellProblem } from "./read-cell.ts";
import {
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
  /** Throws TableError as soon as the file can no longer be taken. */
  take(row: SheetRow): void;
  /** How the header calls the column of a cell, for sentences. */
  nameColumn(index: number): string;
}

/** Takes the rows of a file and makes the table of them. */
export interface Gatherer extends RowTaker {
  /** Throws TableError when there was no header row, or when rows with problems refuse the file. */
  finish(): Omit<Table, "kind">;
}

/** Makes a gatherer: the first row that is not blank is the header. */
export function makeGatherer(options: TableOptions): Gatherer {
  const { columns, rowsMax = ROWS_MAX, problemsMax = 0, keepsRows = false } = options;
  let header: Header | null = null;
  let characters = 0;
  const rows: TableRow[] = [];
  const problems: RowProblem[] = [];

  const takeData = (row: SheetRow, known: Header): void => {
    if (rows.length + problems.length >= rowsMax) {
      throw new TableError("too_many_rows", { row: row.rowNumber, limit: rowsMax });
    }
    const read = readRow(row, known, columns);
    if ("code" in read) {
      problems.push(keepsRows ? { ...read, kept: keepRow(row, known, columns) } : read);
      if (problems.length > problemsMax && problems.length >= PROBLEMS_SHOWN_MAX) throw refuse(problems);
      return;
    }
    for (const text of Object.values(read.values)) characters += text.length;
    if (characters > TEXT_CHARACTERS_MAX) {
      const limit = `${TEXT_CHARACTERS_MAX} characters`;
      throw new TableError("too_many_cells", { row: row.rowNumber, limit });
    }
    rows.push(read);
  };

  return {
    take: (row) => {
      if (row.cells.every(isBlank)) return;
      if (header === null) header = readHeader(row, options);
      else takeData(row, header);
    },
    finish: () => {
      if (header === null) throw new TableError("nothing_inside");
      if (problems.length > problemsMax) throw refuse(problems);
      const found = header.columns.flatMap((column) => (column === null ? [] : [column.name]));
      return { columns: found, rows, problems };
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
    take: ({ cells }) => {
      if (!cells.every(isBlank)) throw new TableError("rows_elsewhere", { sheet: quote([sheet]) });
    },
    nameColumn: (index) => nameColumn([], index),
  };
}

const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.kind === "text" && cell.text.trim() === "");

function readHeader({ cells, rowNumber, hidden }: SheetRow, options: TableOptions): Header {
  if (hidden === true) throw new TableError("hidden_row", { row: rowNumber });
  const titles = Array.from(cells, (cell, index) => {
    if (cell === undefined) return "";
    const title = readCell(cell, { name: "" });
    if (typeof title === "string") return title;
    throw new TableError(title.code, { ...title.details, row: rowNumber, column: nameColumn([], index) });
  });
  return matchHeader(titles, options, rowNumber);
}

function readRow(row: SheetRow, header: Header, columns: TableOptions["columns"]): TableRow | RowProblem {
  const { rowNumber, cells } = row;
  const problemAt = (index: number | null, { code, details }: CellProblem): RowProblem => {
    const column = index === null ? {} : { column: nameColumn(header.titles, index) };
    return { rowNumber, ...column, code, text: sentenceOf(code, { ...details, row: rowNumber, ...column }) };
  };
  if (row.hidden === true) return problemAt(null, { code: "hidden_row" });
  if (row.width !== undefined && row.width < header.widthMin)
    return problemAt(row.width, { code: "ragged_row" });
  const values: Record<string, string> = Object.fromEntries(columns.map(({ name }) => [name, ""]));
  for (const [index, cell] of cells.entries()) {
    const column = header.columns[index] ?? null;
    if (column === null) {
      if (isOutside(header, index, cell)) return problemAt(index, { code: "outside_columns" });
      continue;
    }
    const value = readCell(cell, column);
    if (typeof value !== "string") return problemAt(index, value);
    values[column.name] = value;
  }
  return { rowNumber, values };
}

/** Whether something stands where no title is; a column that was left out has one. */
const isOutside = ({ titles }: Header, index: number, cell: Cell | undefined): boolean =>
  (titles[index] ?? "") === "" && !isBlank(cell);

/** What a row with a problem says, cell by cell. */
function keepRow(row: SheetRow, header: Header, columns: TableOptions["columns"]): KeptRow {
  const values: Record<string, string> = Object.fromEntries(columns.map(({ name }) => [name, ""]));
  const faults: KeptRow["faults"][number][] = [];
  const note = (name: string | null, { code, details }: CellProblem): void => {
    faults.push({ name, code, text: sentenceOf(code, { ...details }) });
  };
  if (row.hidden === true) note(null, { code: "hidden_row" });
  for (const [index, cell] of row.cells.entries()) {
    const column = header.columns[index] ?? null;
    if (column === null) {
      if (isOutside(header, index, cell)) note(null, { code: "outside_columns" });
      continue;
    }
    const value = readCell(cell, column);
    if (typeof value === "string") values[column.name] = value;
    else note(column.name, value);
  }
  if (row.width !== undefined && row.width < header.widthMin) note(null, { code: "ragged_row" });
  return { values, faults };
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
