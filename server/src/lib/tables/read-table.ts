import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Leave, shareFairly } from "#lib/fair-queue";
import { OverloadError } from "#lib/gather";
import { TableError } from "./errors.ts";
import type { Assignment, PortableRow, Report } from "./read-table-thread.ts";
import { FILE_BYTES_MAX, type ColumnToRead, type Table, type TableOptions, type TableRow } from "./table.ts";

/** What reading one file may cost. */
export interface ReadTableOptions extends TableOptions {
  /** A net for what no limit of the formats catches; 20,000 when absent, since a busy machine is slow too. */
  readonly deadlineMs?: number;
  /** JavaScript heap of the thread, in MB; 96 when absent. Buffers outside it are bounded by the formats. */
  readonly memoryMb?: number;
  /** Whose file it is, a merchant's id: owners take turns. One for all when absent. */
  readonly owner?: string;
  /** Aborted when the table is of no more use: then the file is not read, or not to its end. */
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE_MS = 20_000;
const MEMORY_MB = 96;
/**
 * Threads at once: each may fill a core, and the server needs one. An owner has one of them, so that its files, however
 * many and slow, keep no other's waiting for longer than one file takes.
 */
const threads = shareFairly({ places: 2, perKey: 1, waitingMax: 8 });

const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./read-table-thread.ts" : "./read-table-thread.js",
  import.meta.url,
);

/**
 * Reads the table out of a .csv, .xlsx or .xls file, told apart by content. It is read on a thread of its
 * own, which is ended when it takes too long or too much memory, and handed over in portions, so that the
 * server goes on meanwhile. Throws TableError for whatever is wrong with the file, or `busy` when too many files of the
 * owner wait; the signal's reason when that is aborted.
 */
export async function readTable(file: Uint8Array, options: ReadTableOptions): Promise<Table> {
  const { bytesMax = FILE_BYTES_MAX } = options;
  if (file.byteLength > bytesMax) {
    throw new TableError("file_too_large", { limit: `${bytesMax / 1024 ** 2} MB` });
  }
  const leave = await takePlace(options);
  try {
    return await readOnThread(file, options);
  } finally {
    leave();
  }
}

async function takePlace({ owner = "", signal }: ReadTableOptions): Promise<Leave> {
  try {
    return await threads.enter(owner, signal);
  } catch (error) {
    throw error instanceof OverloadError ? new TableError("busy") : error;
  }
}

async function readOnThread(
  file: Uint8Array,
  { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, signal, ...options }: ReadTableOptions,
): Promise<Table> {
  const { columns } = options;
  // A view would bring the whole buffer behind it along; the copy is given away and not copied again.
  const copy = new Uint8Array(file);
  const workerData: Assignment = { file: copy, options };
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
  // Without the options of this process: what is loaded before it is not meant for a thread.
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
    const [report] = (await Promise.race([answer, failure])) as [Report];
    switch (report.kind) {
      case "rows":
        for (const row of report.rows) rows.push(toRow(row, columns, isCleaned));
        // Messages alone would be taken one after the other without letting anybody else in.
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

/** Rejects when the thread fails, at whatever moment: an error that no one hears would end the server. */
function failureOf(thread: Worker): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("the thread that reads a file has ended")));
  });
  // No one may be waiting for it at that moment; anyone who waits later still sees it.
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
