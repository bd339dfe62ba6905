import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { TableError } from "./errors.ts";
import type { Assignment, PortableRow, ThreadReport } from "./read-table-thread.ts";
import { FILE_BYTES_MAX, type ColumnToRead, type Table, type TableOptions, type TableRow } from "./table.ts";

/** The limits for reading one file. */
export interface ReadTableOptions extends TableOptions {
  /**
   * A safety net for what the limits of the formats do not catch. The default is 20,000, because a busy machine is slow
   * too.
   */
  readonly deadlineMs?: number;
  /** JavaScript heap of the thread in MB; default 96. The formats limit the buffers outside it. */
  readonly memoryMb?: number;
  /**
   * Waits until the thread may start, and returns what is called when it has ended. Absent means that it starts at
   * once.
   */
  readonly takePlace?: (signal: AbortSignal | undefined) => Promise<() => void>;
  /** Aborted when the table is not needed any more: the file is then not read, or not to its end. */
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE_MS = 20_000;
const MEMORY_MB = 96;

const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./read-table-thread.ts" : "./read-table-thread.js",
  import.meta.url,
);

/**
 * Reads the table from a .csv, .xlsx or .xls file, recognised by its content. A separate thread reads it and
 * is ended if it takes too long or too much memory; it sends the rows in portions, so that the server goes on
 * meanwhile. Throws TableError for a faulty file; the signal's reason if it is aborted.
 */
export async function readTable(file: Uint8Array, options: ReadTableOptions): Promise<Table> {
  const { bytesMax = FILE_BYTES_MAX } = options;
  if (file.byteLength > bytesMax) {
    throw new TableError("file_too_large", { limit: `${bytesMax / 1024 ** 2} MB` });
  }
  const { takePlace, ...others } = options;
  const leave = await takePlace?.(options.signal);
  try {
    return await readOnThread(file, others);
  } finally {
    leave?.();
  }
}

async function readOnThread(
  file: Uint8Array,
  { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, signal, ...options }: Omit<ReadTableOptions, "takePlace">,
): Promise<Table> {
  const { columns } = options;
  // A view would bring along its whole buffer; the copy is transferred and not copied again.
  const copy = new Uint8Array(file);
  const workerData: Assignment = { file: copy, options };
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
  // The options of this process are left out: what is loaded before it is not meant for a thread.
  const settings = { workerData, transferList: [copy.buffer], resourceLimits, execArgv: [] };
  const thread = new Worker(THREAD, settings);
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await collect(
      thread,
      { columns, isCleaned: options.cleaner !== undefined },
      signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) throw new TableError("too_slow");
    if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") {
      throw new TableError("needs_too_much_memory");
    }
    throw error;
  } finally {
    await thread.terminate();
  }
}

async function collect(
  thread: Worker,
  { columns, isCleaned }: { columns: readonly ColumnToRead[]; isCleaned: boolean },
  end: AbortSignal,
): Promise<Table> {
  const failure = failureOf(thread);
  const rows: TableRow[] = [];
  for (;;) {
    const answer = once(thread, "message", { signal: end });
    thread.postMessage("next");
    const [report] = (await Promise.race([answer, failure])) as [ThreadReport];
    switch (report.kind) {
      case "rows":
        for (const row of report.rows) rows.push(toRow(row, columns, isCleaned));
        // Messages alone would be handled one after another without giving way to other work.
        await setImmediate();
        break;
      case "done":
        return { ...report.table, rows };
      case "refused":
        throw new TableError(report.code, report.details, report.text);
      default: {
        const never: never = report;
        return never;
      }
    }
  }
}

/** Rejects when the thread fails, at any moment: an unhandled error would end the server. */
function failureOf(thread: Worker): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("the thread that reads a file has ended")));
  });
  // Nothing may be waiting for it at that moment; a later wait still sees the failure.
  failure.catch(() => {});
  return failure;
}

function toRow(
  [rowNumber, ...values]: PortableRow,
  columns: readonly ColumnToRead[],
  isCleaned: boolean,
): TableRow {
  const cells = columns.map(({ name }, at) => [name, values[at] ?? ""] as const);
  return {
    rowNumber,
    values: Object.fromEntries(isCleaned ? cells.filter(([, cell]) => cell !== "") : cells),
  };
}
