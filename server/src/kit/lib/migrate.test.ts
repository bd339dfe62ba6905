import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeEmptyDatabase } from "#test/empty-database";
import { withClient } from "#test/postgres";
import { migrate } from "./migrate.ts";

const base = mkdtempSync(join(tmpdir(), "vitaran-migrate-"));
after(() => rmSync(base, { recursive: true }));

/** Makes a folder with these migrations. */
function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(base, "folder-"));
  for (const [file, sql] of Object.entries(files)) writeFileSync(join(folder, file), sql);
  return folder;
}

async function ask<R extends object>(url: string, text: string): Promise<R[]> {
  return withClient(url, async (client) => (await client.query(text)).rows as R[]);
}

const FIRST = "-- Somewhere to write.\ncreate schema notes;\ncreate table notes.note (id int);\n";
const SECOND = "insert into notes.note values (1);\n";

test("processes that start at once apply each migration once", async () => {
  const url = await makeEmptyDatabase();
  const folder = makeFolder({ "0001-notes-first.sql": FIRST, "0002-notes-second.sql": SECOND });
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, folder)));
  assert.deepEqual(applied.flat().toSorted(), ["0001-notes-first", "0002-notes-second"]);
  assert.equal((await ask(url, "select id from notes.note")).length, 1);
});

test("what comes later may have a lower number, and line ends do not count", async () => {
  const url = await makeEmptyDatabase();
  const folder = makeFolder({ "0100-notes-first.sql": FIRST });
  await migrate(url, folder);
  writeFileSync(join(folder, "0100-notes-first.sql"), FIRST.replaceAll("\n", "\r\n"));
  writeFileSync(join(folder, "0050-notes-second.sql"), SECOND);
  assert.deepEqual(await migrate(url, folder), ["0050-notes-second"]);
});

test("a migration that was changed after it was applied is refused by name", async () => {
  const url = await makeEmptyDatabase();
  await migrate(url, makeFolder({ "0001-notes-first.sql": FIRST }));
  const changed = makeFolder({
    "0001-notes-first.sql": `${FIRST}-- changed\n`,
    "0002-notes-second.sql": SECOND,
  });
  await assert.rejects(
    migrate(url, changed),
    /^MigrationError: 0001-notes-first was changed after it was applied/,
  );
  assert.equal((await ask(url, "select id from notes.note")).length, 0);
});

test("a migration that fails leaves nothing and names its line", async () => {
  const url = await makeEmptyDatabase();
  const bad = "create schema half;\n\ncreate table half.done (id int);\nselect nonsense;\n";
  await assert.rejects(
    migrate(url, makeFolder({ "0001-half-done.sql": bad })),
    /^MigrationError: 0001-half-done failed at line 4: column "nonsense" does not exist/,
  );
  assert.equal((await ask(url, "select from pg_namespace where nspname = 'half'")).length, 0);
  const mended = bad.replace("select nonsense;\n", "");
  assert.deepEqual(await migrate(url, makeFolder({ "0001-half-done.sql": mended })), ["0001-half-done"]);
});

test("statements that no transaction may hold run one by one, in several processes at once too", async () => {
  const url = await makeEmptyDatabase();
  const index = [
    "-- Readers must not wait for the index.",
    "-- no-transaction",
    "create index concurrently if not exists note_id on notes.note (id);",
    "create index concurrently if not exists note_id_down on notes.note (id desc);",
  ];
  const folder = makeFolder({ "0001-notes-first.sql": FIRST, "0002-notes-index.sql": index.join("\n") });
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(url, folder)));
  assert.equal(applied.flat().length, 2);
  assert.equal((await ask(url, "select from pg_indexes where schemaname = 'notes'")).length, 2);
});

test("migrations of a newer version are left alone", async () => {
  const url = await makeEmptyDatabase();
  await migrate(url, makeFolder({ "0001-notes-first.sql": FIRST, "0002-notes-second.sql": SECOND }));
  assert.deepEqual(await migrate(url, makeFolder({ "0001-notes-first.sql": FIRST })), []);
});

test("the baseline counts as applied only where all that it replaces was applied unchanged", async () => {
  const url = await makeEmptyDatabase();
  const old = { "0100-notes-first.sql": FIRST, "0200-notes-second.sql": SECOND };
  await migrate(url, makeFolder(old), { only: new Set(["0100-notes-first"]) });
  const makeNew = (migrations: object): string =>
    makeFolder({
      "0001-notes.sql": FIRST + SECOND,
      "0300-notes-third.sql": SECOND,
      "before-baseline.json": JSON.stringify({ commit: "c0ffee", migrations }),
    });
  const folder = makeNew({
    "0100-notes-first": hash("sha256", FIRST),
    "0200-notes-second": hash("sha256", SECOND),
  });
  await assert.rejects(
    migrate(url, folder),
    /^MigrationError: 0200-notes-second was never applied, and this version replaces it: .*commit c0ffee first/,
  );
  await migrate(url, makeFolder(old));
  await assert.rejects(
    migrate(url, makeNew({ "0100-notes-first": "other" })),
    /^MigrationError: 0100-notes-first is not the migration .*: it was changed/,
  );
  assert.deepEqual(await migrate(url, folder), ["0300-notes-third"]);
  assert.equal((await ask(url, "select id from notes.note")).length, 2);
  assert.deepEqual(await migrate(await makeEmptyDatabase(), folder), ["0001-notes", "0300-notes-third"]);
});

test("two files with one number, and a file without one, are refused", async () => {
  const url = await makeEmptyDatabase();
  const twice = makeFolder({ "0001-notes-first.sql": FIRST, "0001-notes-other.sql": SECOND });
  await assert.rejects(migrate(url, twice), /0001-notes-other has the number of 0001-notes-first/);
  await assert.rejects(migrate(url, makeFolder({ "notes.sql": FIRST })), /a migration is named/);
});

test("a database that is not there is told in a sentence", async () => {
  await assert.rejects(
    migrate("postgres://nobody@127.0.0.1:1/nothing"),
    /^MigrationError: the database cannot be reached: connect ECONNREFUSED/,
  );
});
