import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { copyOut, listTables } from "./copy.ts";
import { BackupError } from "./errors.ts";
import type { Vault } from "#lib/vault";
import {
  FORMAT,
  LAST_ROW,
  linesOf,
  makeCodes,
  makeSum,
  rowBytes,
  type BackupHead,
  type TableSum,
} from "./format.ts";

interface BackupToWrite {
  /** A superuser's address: other roles do not see all rows. */
  readonly ownerUrl: string;
  readonly path: string;
  /**
   * The vault of the master keys. Their fingerprints are written to the file, and the newest key makes its checksums.
   */
  readonly vault: Vault;
  /** Called with the share of the database that has been written, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

interface WrittenBackup {
  readonly path: string;
  readonly at: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes all tables as they are at one moment, while other work goes on. Until it is complete and on disk the
 * file has another name (`.partial`), so that an interrupted one is never taken for a backup. Sealed columns
 * stay sealed. Throws BackupError.not_allowed.
 */
export async function writeBackup(backup: BackupToWrite): Promise<WrittenBackup> {
  const { path, ownerUrl } = backup;
  const partial = `${path}.partial`;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-backup" });
  await client.connect();
  try {
    // Only the owner may read the file, from the first byte on.
    const file = createWriteStream(partial, { mode: 0o600, flags: "w" });
    const facts = { at: "", tables: 0, rows: 0 };
    await pipeline(Readable.from(write(client, backup, facts)), createGzip({ level: 6 }), file);
    await flush(partial);
    await rename(partial, path);
    return { path, bytes: (await stat(path)).size, ...facts };
  } catch (error) {
    await rm(partial, { force: true });
    if ((error as { code?: string }).code === "42501") throw BackupError.not_allowed();
    throw error;
  } finally {
    await client.end();
  }
}

/** Waits until the file is on disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Yields the bytes of a backup; `facts` are filled in as they become known. */
async function* write(
  client: pg.Client,
  { vault, onProgress = () => undefined }: BackupToWrite,
  facts: { at: string; tables: number; rows: number },
): AsyncGenerator<Buffer> {
  await client.query("begin isolation level repeatable read read only");
  // A role from which rows are hidden gets an error instead of fewer rows.
  await client.query("set local row_security = off");
  const { rows } = await client.query<{ at: Date; migrations: BackupHead["migrations"] }>(HEAD);
  const [{ at, migrations }] = rows as [(typeof rows)[0]];
  facts.at = at.toISOString();
  const head: BackupHead = { format: FORMAT, at: facts.at, migrations, keys: vault.fingerprints };
  yield lineOf(head);
  const codes = makeCodes(vault, JSON.stringify(head))!;
  const made: Record<string, string> = {};
  const tables = await listTables(client);
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const sums: Record<string, TableSum> = {};
  let done = 0;
  for (const { table, columns, bytes } of tables) {
    yield lineOf({ table, columns });
    const sum = makeSum();
    const code = codes.ofTable(JSON.stringify({ table, columns }));
    const rowsOf = copyOut(client, `copy ${table} (${columns.join(", ")}) to stdout`);
    for await (const row of linesOf(rowsOf)) {
      sum.add(row);
      const bytes = rowBytes(row);
      code.update(bytes);
      yield bytes;
    }
    yield Buffer.from(`${LAST_ROW}\n`);
    sums[table] = sum.total();
    made[table] = code.digest().toString("base64url");
    facts.tables += 1;
    facts.rows += sums[table].rows;
    done += bytes;
    onProgress(done / all);
  }
  yield lineOf({ end: true, sums, codes: { tables: made, whole: codes.ofWhole(made, sums) } });
  await client.query("commit");
}

const lineOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const HEAD = `
  select statement_timestamp() as at, coalesce(jsonb_object_agg(name, checksum), '{}') as migrations
  from lib.migration`;
