import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { Vault } from "#lib/vault";
import { BackupError } from "./errors.ts";
import {
  FORMAT,
  LAST_ROW,
  linesOf,
  makeCodes,
  makeSum,
  rowBytes,
  type BackupEnd,
  type BackupHead,
  type Codes,
  type TableHead,
  type TableSum,
} from "./format.ts";

/** Handles one table; `rows` must be read to their end. */
type TakeTable = (table: TableHead, rows: AsyncGenerator<string>) => Promise<void>;

export interface ReadBackup {
  readonly head: BackupHead;
  readonly sums: Readonly<Record<string, TableSum>>;
  /** True if the file has codes, which are then right. */
  readonly isKeyed: boolean;
}

interface BackupReader {
  /** Checks by the codes that the file is as it was made here. */
  readonly vault: Vault;
  /** True means that a file without codes is accepted, and only damage is detected. */
  readonly acceptUnkeyed: boolean;
  /** Called once, before any table. */
  readonly onHead?: (head: BackupHead) => Promise<void>;
  /** Absent means that the rows are only counted. */
  readonly takeTable?: TakeTable;
  /** Called with the share of the file that has been read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Reads a backup from head to end and checks every row against the sums and codes at its end. Throws
 * BackupError.not_a_backup, sums_differ, altered, unkeyed, wrong_key, and what the reader throws.
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
    const codes = codesOf(reader.vault, head);
    const sums: Record<string, TableSum> = {};
    const made: Record<string, string> = {};
    for (;;) {
      const section = parse(await nextLine(lines)) as Partial<TableHead & BackupEnd>;
      if (section.end === true) {
        mustEqual(sums, section.sums ?? {}, path);
        const isKeyed = mustBeOurs(section, { path, codes, sums, made, reader });
        return { head, sums, isKeyed };
      }
      const { table, columns } = section;
      if (table === undefined || columns === undefined) throw BackupError.not_a_backup({ path });
      const sum = makeSum();
      const code = codes.ofTable(JSON.stringify({ table, columns }));
      const rows = rowsOf(lines, (row) => {
        sum.add(row);
        code.update(rowBytes(row));
      });
      await reader.takeTable?.({ table, columns }, rows);
      for await (const _row of rows);
      // The second of two tables with one name would hide what the first contained.
      if (Object.hasOwn(sums, table)) throw BackupError.not_a_backup({ path });
      sums[table] = sum.total();
      made[table] = code.digest().toString("base64url");
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
  if (head.format !== FORMAT || !Array.isArray(head.keys)) throw BackupError.not_a_backup();
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

/** Yields the rows up to their end. The rest of the file stays: a loop over `lines` itself would close it. */
async function* rowsOf(lines: AsyncGenerator<string>, see: (row: string) => void): AsyncGenerator<string> {
  for (let row = await nextLine(lines); row !== LAST_ROW; row = await nextLine(lines)) {
    see(row);
    yield row;
  }
}

function mustEqual(found: Readonly<Record<string, TableSum>>, told: BackupEnd["sums"], path: string): void {
  const names = new Set([...Object.keys(found), ...Object.keys(told)]);
  for (const table of names) {
    const [one, other] = [found[table], told[table]];
    if (one?.rows !== other?.rows || one?.sum !== other?.sum) throw BackupError.sums_differ({ path, table });
  }
}

/** Returns the codes that a file with this head has if it is ours. Throws `wrong_key`. */
function codesOf(vault: Vault, head: BackupHead): Codes {
  // The newest master key of its time is first; a fingerprint begins with the ID by which codes name a key.
  const codes = makeCodes(vault, JSON.stringify(head), Buffer.from(head.keys[0] ?? "", "hex"));
  if (codes === null) throw BackupError.wrong_key();
  return codes;
}

interface Read {
  readonly path: string;
  readonly codes: Codes;
  readonly sums: BackupEnd["sums"];
  readonly made: Readonly<Record<string, string>>;
  readonly reader: Pick<BackupReader, "acceptUnkeyed">;
}

/** Returns true if the file has codes, which are then right. Throws `unkeyed`, `altered`. */
function mustBeOurs({ codes: told }: Partial<BackupEnd>, { path, codes, sums, made, reader }: Read): boolean {
  if (told === undefined) {
    if (reader.acceptUnkeyed) return false;
    throw BackupError.unkeyed({ path });
  }
  const names = new Set([...Object.keys(made), ...Object.keys(told.tables ?? {})]);
  const table = [...names].find((name) => made[name] !== told.tables[name]);
  if (table !== undefined) throw BackupError.altered({ path, table });
  if (codes.ofWhole(made, sums) !== told.whole) throw BackupError.altered({ path });
  return true;
}
