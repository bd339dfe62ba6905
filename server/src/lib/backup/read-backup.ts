import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { BackupError } from "./errors.ts";
import {
  FORMAT,
  LAST_ROW,
  linesOf,
  makeSum,
  type BackupEnd,
  type BackupHead,
  type TableHead,
  type TableSum,
} from "./format.ts";

/** What is done with each table; `rows` must be read to their end. */
export type TakeTable = (table: TableHead, rows: AsyncGenerator<string>) => Promise<void>;

export interface ReadBackup {
  readonly head: BackupHead;
  readonly sums: Readonly<Record<string, TableSum>>;
}

export interface BackupReader {
  /** Called once, before any table. */
  readonly onHead?: (head: BackupHead) => Promise<void>;
  /** Absent: the rows are only counted. */
  readonly takeTable?: TakeTable;
  /** Called with how much of the file has been read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Reads a backup from head to end, and holds every row against the sums at its end. Throws BackupError.not_a_backup,
 * sums_differ, and whatever the reader throws.
 */
export async function readBackup(path: string, reader: BackupReader): Promise<ReadBackup> {
  const { size } = await stat(path);
  const file = createReadStream(path);
  const unzipped = file.pipe(createGunzip());
  file.once("error", (error) => unzipped.destroy(error));
  const lines = linesOf(unzipped);
  try {
    const head = await readHead(lines);
    await reader.onHead?.(head);
    const sums: Record<string, TableSum> = {};
    for (;;) {
      const section = parse(await nextLine(lines)) as Partial<TableHead & BackupEnd>;
      if (section.end === true) {
        mustEqual(sums, section.sums ?? {});
        return { head, sums };
      }
      const { table, columns } = section;
      if (table === undefined || columns === undefined) throw BackupError.not_a_backup({ path });
      const sum = makeSum();
      const rows = rowsOf(lines, sum.add);
      await reader.takeTable?.({ table, columns }, rows);
      for await (const _row of rows);
      sums[table] = sum.total();
      reader.onProgress?.(file.bytesRead / size);
    }
  } catch (error) {
    // A file that was cut ends in the middle of what zlib expects.
    const isCut =
      typeof (error as { code?: unknown }).code === "string" &&
      String((error as { code: string }).code).startsWith("Z_");
    throw isCut ? BackupError.not_a_backup({ path }) : error;
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}

async function readHead(lines: AsyncGenerator<string>): Promise<BackupHead> {
  const head = parse(await nextLine(lines)) as BackupHead;
  if (head.format !== FORMAT) throw BackupError.not_a_backup();
  return head;
}

async function nextLine(lines: AsyncGenerator<string>): Promise<string> {
  const next = await lines.next();
  if (next.done === true) throw BackupError.not_a_backup();
  return next.value;
}

function parse(line: string): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw BackupError.not_a_backup();
  }
}

/** The rows up to their end. It leaves the rest of the file to others: a loop over `lines` itself would close it. */
async function* rowsOf(lines: AsyncGenerator<string>, see: (row: string) => void): AsyncGenerator<string> {
  for (let row = await nextLine(lines); row !== LAST_ROW; row = await nextLine(lines)) {
    see(row);
    yield row;
  }
}

function mustEqual(found: Record<string, TableSum>, told: BackupEnd["sums"]): void {
  const names = new Set([...Object.keys(found), ...Object.keys(told)]);
  for (const table of names) {
    const [one, other] = [found[table], told[table]];
    if (one?.rows !== other?.rows || one?.sum !== other?.sum) throw BackupError.sums_differ({ table });
  }
}
