import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { readTableInTurn } from "#lib/read-table-in-turn";
import type { Table } from "@vitaran/spreadsheets";
import type { Batch } from "./batch.ts";
import { columnsOf } from "./column-titles.ts";
import { BatchError } from "./errors.ts";
import { findWrittenFaults } from "./find-faults.ts";
import type { FormatName } from "./formats.ts";
import { keepAllRows } from "./clean-row.ts";
import { prepareRows, type GivenRow } from "./prepare-rows.ts";
import { hashFile, storeBatch } from "./store-batch.ts";

/** A file of rows: .csv, .xlsx or .xls, recognised by its content, not by its name. */
export interface FileToReceive {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  /** The fund source that pays; null for the only one, or the wallet. */
  readonly fundSourceId: string | null;
  readonly by: Actor;
  /** The control totals that the sender declares. */
  readonly declared?: ControlTotals;
  /** Aborts if the sender has disconnected; then the file is not taken. */
  readonly gone?: AbortSignal | undefined;
}

/** Control totals: a file with other totals is not the one that was meant. Absent totals are not compared. */
export interface ControlTotals {
  readonly rowCount?: number | undefined;
  /** The sum of the rows whose amount can be read. */
  readonly amountPaise?: bigint | undefined;
}

/**
 * Takes a file of up to 10,000 rows and returns the batch after the commit; workers do the rest. Throws
 * TableError, and refuses the whole file, if it is not a table of the format. A fault in a cell is reported
 * with its row, which is not paid. Throws BatchError.rows_missing, fund_source_not_available, or, with the
 * declared and the found totals as details, row_count_differs or amount_differs.
 */
export async function receiveFile(ctx: Context, merchantId: string, file: FileToReceive): Promise<Batch> {
  const { bytes, name, by, gone: signal, declared = {}, ...head } = file;
  const table = await readTableInTurn(bytes, {
    columns: columnsOf(head.format),
    ...keepAllRows(head.format),
    owner: merchantId,
    signal,
  });
  const given = givenRows(table);
  if (given.length === 0) throw BatchError.rows_missing();
  signal?.throwIfAborted();
  const content = await prepareRows(ctx.vault, merchantId, { head, given });
  compareTotals(declared, { rowCount: given.length, amountPaise: content.sumPaise });
  const fileHash = hashFile(ctx.vault, merchantId, bytes);
  const batch = await ctx.db.inMerchant(merchantId, (tx) =>
    storeBatch(tx, { batchKey: null, name, fileHash, content, by }),
  );
  crashPoint("batches.receive.committed");
  // Only a batch with a key of the merchant can have been stored before.
  return batch!;
}

/** Returns all rows of a table in order; rows with an unreliable cell keep their other fields. */
function givenRows({ rows, problems }: Table): GivenRow[] {
  const given = [
    ...rows.map(({ rowNumber: line, values: fields }) => {
      const [fault] = findWrittenFaults(fields);
      const unread = fault && { failure: fault.code, because: fault.text };
      return { line, fields, unread };
    }),
    ...problems.map(({ rowNumber: line, code: failure, text: because, kept }) => ({
      line,
      fields: kept!.values,
      unread: { failure, because },
    })),
  ];
  return given.toSorted((a, b) => a.line - b.line);
}

/** Called before anything is stored, so that a refused file leaves no trace. */
function compareTotals(declared: ControlTotals, found: Required<ControlTotals>): void {
  const differs = (name: keyof ControlTotals): boolean =>
    declared[name] !== undefined && declared[name] !== found[name];
  if (differs("rowCount")) {
    throw BatchError.row_count_differs({ declared: declared.rowCount, found: found.rowCount });
  }
  if (differs("amountPaise")) {
    throw BatchError.amount_differs({ declared: declared.amountPaise, found: found.amountPaise });
  }
}
