import { shareFairly } from "./fair-queue.ts";
import { OverloadError } from "./gather.ts";
import { readTable, type ReadTableOptions, type Table, TableError } from "@vitaran/spreadsheets";

/**
 * The number of threads at once: each may fill a core, and the server needs one. An owner has one of them, so
 * that its files, however many and slow, delay other owners by no more than one file takes.
 */
const threads = shareFairly({ places: 2, perKey: 1, waitingMax: 8 });

export interface ReadInTurnOptions extends Omit<ReadTableOptions, "takePlace"> {
  /** The ID of the merchant whose file it is: owners take turns. Files without one share one turn. */
  readonly owner?: string;
}

/** Like `readTable`, but throws TableError `busy` if too many files of the owner wait. */
export function readTableInTurn(file: Uint8Array, options: ReadInTurnOptions): Promise<Table> {
  const { owner = "", ...others } = options;
  return readTable(file, {
    ...others,
    takePlace: async (signal) => {
      try {
        return await threads.enter(owner, signal);
      } catch (error) {
        throw error instanceof OverloadError ? new TableError("busy") : error;
      }
    },
  });
}
