import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { copyOut, listTables } from "./copy.ts";
import { explainRefusal } from "./errors.ts";
import { mustSeeAllRows } from "./sees-all-rows.ts";
import { flush } from "./store.ts";
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

interface BackupToCopy {
  /** The address of the role that owns the database: other roles do not see all rows, unless they are superusers. */
  readonly ownerUrl: string;
  /**
   * The vault of the master keys. Their fingerprints are written to the file, and the newest key makes its checksums.
   */
  readonly vault: Vault;
  /** Called with the share of the database that has been written, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

interface CopiedBackup {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Hands the bytes of a backup to `keep`: all tables as they are at one moment, while other work goes on. Sealed columns
 * stay sealed. Throws BackupError.hidden_rows, not_allowed, and what `keep` throws.
 */
export async function copyEverything<T>(
  backup: BackupToCopy,
  keep: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<CopiedBackup & { readonly kept: T }> {
  const client = new pg.Client({ connectionString: backup.ownerUrl, application_name: "vitaran-backup" });
  await client.connect();
  try {
    const facts = { at: "", tables: 0, rows: 0 };
    const zipped = createGzip({ level: 6 });
    const keeping = keep(zipped).catch((error: Error) => {
      zipped.destroy(error);
      throw error;
    });
    const [kept, written] = await Promise.allSettled([
      keeping,
      pipeline(Readable.from(write(client, backup, facts)), zipped),
    ]);
    if (kept.status === "rejected") throw kept.reason;
    if (written.status === "rejected") throw written.reason;
    return { ...facts, kept: kept.value };
  } catch (error) {
    throw await explainRefusal(client, error);
  } finally {
    await client.end();
  }
}

/**
 * Writes a backup to a file. Until it is complete and on disk the file has another name (`.partial`), so that an
 * interrupted one is never taken for a backup.
 */
export async function writeBackup({
  path,
  ...backup
}: BackupToCopy & { readonly path: string }): Promise<CopiedBackup & { path: string; bytes: number }> {
  const partial = `${path}.partial`;
  try {
    const { kept: _kept, ...facts } = await copyEverything(backup, (bytes) =>
      // Only the owner may read the file, from the first byte on.
      pipeline(Readable.from(bytes), createWriteStream(partial, { mode: 0o600, flags: "w" })),
    );
    await flush(partial);
    await rename(partial, path);
    return { path, bytes: (await stat(path)).size, ...facts };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Yields the bytes of a backup; `facts` are filled in as they become known. */
async function* write(
  client: pg.Client,
  { vault, onProgress = () => undefined }: BackupToCopy,
  facts: { at: string; tables: number; rows: number },
): AsyncGenerator<Buffer> {
  await client.query("begin isolation level repeatable read read only");
  await mustSeeAllRows(client);
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
