/** The thread that reads one file: it sends its rows in portions, each when the last one was taken. */
import assert from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import { TableError, type TableErrorCode } from "./errors.ts";
import { parseTable } from "./parse-table.ts";
import type { CleanerModule, KeptRow, Table, TableOptions, TableRow } from "./table.ts";

export interface Assignment {
  readonly file: Uint8Array;
  readonly options: TableOptions;
}

/** A row as a list: its number, then a value for each wanted column. */
export type PortableRow = readonly [rowNumber: number, ...values: string[]];

export type ThreadReport =
  | { readonly kind: "rows"; readonly rows: readonly PortableRow[] }
  | { readonly kind: "done"; readonly table: Omit<Table, "rows"> }
  | {
      readonly kind: "refused";
      readonly code: TableErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
      readonly text: string;
    };

/** Taking a portion blocks the server for about a millisecond. */
const PORTION = 500;

assert(parentPort !== null, "read-table-thread is run as a thread");
const port = parentPort;
const { file, options } = workerData as Assignment;

// The thread never ends by itself, since its end could overtake the last report.
const reports = makeReports();
port.on("message", () => void report());

async function report(): Promise<void> {
  const { value } = await reports.next();
  port.postMessage(value);
}

/** Returns the table with its rows as the cleaner leaves them. */
async function cleaned(table: Table): Promise<Table> {
  const { cleaner } = options;
  if (cleaner === undefined) return table;
  const { cleanRow } = (await import(cleaner.module)) as CleanerModule;
  const clean = <Row extends TableRow | KeptRow>(row: Row): Row => ({
    ...row,
    values: cleanRow(row.values, cleaner.argument),
  });
  return {
    ...table,
    rows: table.rows.map(clean),
    problems: table.problems.map((row) => (row.kept === undefined ? row : { ...row, kept: clean(row.kept) })),
  };
}

async function* makeReports(): AsyncGenerator<ThreadReport, undefined> {
  try {
    const { rows, ...table } = await cleaned(await parseTable(file, options));
    const names = options.columns.map(({ name }) => name);
    for (let at = 0; at < rows.length; at += PORTION) {
      const portion = rows.slice(at, at + PORTION);
      yield {
        kind: "rows",
        rows: portion.map(({ rowNumber, values }) => [rowNumber, ...names.map((name) => values[name] ?? "")]),
      };
    }
    yield { kind: "done", table };
  } catch (error) {
    if (!TableError.is(error)) throw error;
    yield { kind: "refused", code: error.code, details: error.details, text: error.message };
  }
}
