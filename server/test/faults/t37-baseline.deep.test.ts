/**
 * The baseline makes what the migrations before it made, and takes their place: in an installation that has them all,
 * and in a backup of one.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { sumTables } from "#lib/backup/copy";
import { loadBackup } from "#lib/backup/load-backup";
import { writeBackup } from "#lib/backup/write-backup";
import { migrate, readMigrations } from "#lib/migrate";
import { makeVault } from "#lib/vault";
import { dumpDatabase } from "../../../scripts/dump-schema.ts";
import { makeEmptyDatabase } from "../empty-database.ts";
import { withClient } from "../postgres.ts";
import { makeOldDatabase, migrationsSince, snapshot, unpackMigrations } from "./upgrade/old-installation.ts";

const scratch = mkdtempSync(join(tmpdir(), "vitaran-baseline-"));
after(() => rmSync(scratch, { recursive: true, force: true }));
const oldFolder = unpackMigrations(scratch);
const since = migrationsSince(oldFolder).map(({ name }) => name);
const vault = makeVault(Buffer.from(snapshot.masterKey, "base64"));
const upgraded = await makeEmptyDatabase();
await makeOldDatabase(upgraded, oldFolder);
const oldBackup = await backUp("old");

const ask = <R extends object>(url: string, text: string): Promise<R[]> =>
  withClient(url, async (client) => (await client.query(text)).rows as R[]);

type Row = Readonly<Record<string, unknown>>;
const tables = Object.keys(snapshot.rows).filter((table) => table !== "lib.migration");
const columnsOf = new Map(
  (await readTables(upgraded)).map(([table, rows]) => [table, Object.keys(rows[0]!)] as const),
);
const oldRows = await readOldRows(upgraded);

function readTables(url: string): Promise<(readonly [string, Row[]])[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; rows: Row[] }>(
      tables
        .map((name) => `select '${name}' as name, jsonb_agg(one) as rows from ${name} as one`)
        .join(" union all "),
    );
    return rows.map(({ name, rows: all }) => [name, all] as const);
  });
}

/** Reads what the earlier version had, whatever later migrations add. */
async function readOldRows(url: string): Promise<Record<string, string[]>> {
  const read = await readTables(url);
  return Object.fromEntries(
    read.map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(columnsOf.get(table)!.map((column) => row[column]))).toSorted(),
    ]),
  );
}

async function backUp(name: string): Promise<string> {
  const path = join(scratch, `${name}.backup`);
  await writeBackup({ ownerUrl: upgraded, path, vault });
  return path;
}

const restore = (ownerUrl: string, path: string, replace = false) =>
  loadBackup({ ownerUrl, path, vault, acceptUnkeyed: false, replace, atEnd: "select" });

/** A part of the catalog that the schema dump leaves out. */
const BESIDE_THE_DUMP = `
  select c.oid::regclass::text as name, c.relkind as kind, c.relowner::regrole::text as owner,
    obj_description(c.oid) as comment,
    (
      select jsonb_agg(
        jsonb_build_array(
          a.attname, a.attidentity, a.attstorage, a.attstattarget, a.attoptions, col_description(c.oid, a.attnum)
        )
        order by a.attnum
      )
      from pg_attribute as a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    (select to_jsonb(s) from pg_sequence as s where s.seqrelid = c.oid) - 'seqrelid' as sequence
  from pg_class as c
  join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1`;

test("a new database has the schema and the first rows that the migrations before the baseline made", async () => {
  const [fresh, old] = [await makeEmptyDatabase(), await makeEmptyDatabase()];
  await migrate(fresh);
  await migrate(old, oldFolder);
  assert.deepEqual(await migrate(old), since);
  assert.equal(await dumpDatabase(fresh), await dumpDatabase(old));
  assert.deepEqual(await ask(fresh, BESIDE_THE_DUMP), await ask(old, BESIDE_THE_DUMP));
  const [rows, rowsBefore] = [await sumTables(fresh), await sumTables(old)];
  const counts = (sums: typeof rows) => Object.entries(sums).map(([table, sum]) => [table, sum.rows]);
  assert.deepEqual(counts(rows), counts(rowsBefore));
  const begun =
    "select (select begun_at from lib.sealing) is not null and (select begun_at from audit.keying) is not null";
  assert.deepEqual(await ask(fresh, `${begun} as both`), [{ both: true }]);
  assert.deepEqual(rows["health.feed"], rowsBefore["health.feed"]);
});

test("in an upgraded installation the baseline counts as applied, and no row has changed", async () => {
  assert.deepEqual(await migrate(upgraded), since);
  assert.deepEqual(await migrate(upgraded), []);
  assert.deepEqual(await readOldRows(upgraded), oldRows);
  const names = await ask<{ name: string }>(upgraded, "select name from lib.migration");
  const every = [...Object.keys(snapshot.migrations), ...readMigrations().map(({ name }) => name)];
  assert.deepEqual(names.map(({ name }) => name).toSorted(), every.toSorted());
  const [fees] = await ask<{ same: boolean }>(
    upgraded,
    `select transfers.fees_follow_rails_since() = applied_at as same from lib.migration where name like '0990-%'`,
  );
  assert.ok(fees!.same, "fees are proved from the same moment on as before");
  assert.equal(
    await dumpDatabase(upgraded),
    readFileSync(new URL("../../schema.sql", import.meta.url), "utf8"),
  );
});

test("a database that lacks one of those migrations is refused, and stays as it is", async () => {
  const url = await makeEmptyDatabase();
  const names = Object.keys(snapshot.migrations);
  await migrate(url, oldFolder, { only: new Set(names.filter((name) => !name.startsWith("1391-"))) });
  await assert.rejects(
    migrate(url),
    /^MigrationError: 1391-access-merchant-clock was never applied.*commit b73f1f3d first, the last one that has it/,
  );
  const [{ count }] = (await ask(url, "select count(*)::int from lib.migration")) as [{ count: number }];
  assert.equal(count, names.length - 1);
  await migrate(url, oldFolder);
  assert.deepEqual(await migrate(url), since);
});

test("backups of before and after the upgrade are restored, and one of an incomplete history is refused", async () => {
  const there = await makeEmptyDatabase();
  assert.deepEqual((await restore(there, oldBackup)).migrated, since);
  assert.deepEqual(await readOldRows(there), oldRows);
  const again = await makeEmptyDatabase();
  const newBackup = await backUp("upgraded");
  assert.deepEqual((await restore(again, newBackup)).migrated, []);
  assert.deepEqual(await readOldRows(again), oldRows);
  assert.deepEqual((await restore(upgraded, newBackup, true)).migrated, [], "in place of the upgraded data");
  const incomplete = join(scratch, "incomplete.backup");
  const text = gunzipSync(readFileSync(oldBackup)).toString("latin1");
  const lacking = text.replace(/"1391-access-merchant-clock": ?"\w+",? ?/, "");
  writeFileSync(incomplete, gzipSync(Buffer.from(lacking, "latin1")));
  const empty = await makeEmptyDatabase();
  await assert.rejects(restore(empty, incomplete), /1391-access-merchant-clock was never applied/);
  assert.deepEqual(await sumTables(empty), {});
});
