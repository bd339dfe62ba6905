import assert from "node:assert/strict";
import { test } from "node:test";
import * as code from "./tidy-code.ts";
import { findFragments } from "./tidy-comments.ts";
import * as documents from "./tidy-documents.ts";
import { findLoneExports, findTwinTypes } from "./tidy-exports.ts";
import { findForeignReads } from "./tidy-reads.ts";

type Rule = (tree: ReadonlyMap<string, string>) => string[];

/** Counts a rule's complaints about these files. */
const complaints = (rule: Rule, files: Record<string, string>): number =>
  rule(new Map(Object.entries(files))).length;

// The marker is assembled, so that this file is itself tidy.
const marker = `// TO${"DO"}: later`;
const somebodys = ["", "home", "somebody", "vitaran"].join("/");

test("a module writes only its own schema, in code and in migrations", () => {
  const write = (sql: string) => ({ "server/src/money/transfers/x.ts": `tx.execute(\`${sql}\`)` });
  assert.equal(complaints(code.findForeignWrites, write("insert into ledger.posting (x)")), 1);
  assert.equal(complaints(code.findForeignWrites, write("update\n  ledger.account set x = 1")), 1);
  assert.equal(complaints(code.findForeignWrites, write("delete from fund_sources.top_up")), 1);
  assert.equal(complaints(code.findForeignWrites, write("insert into transfers.step (x)")), 0);
  assert.equal(complaints(code.findForeignWrites, write("select x from ledger.posting for update")), 0);
  const migration = (sql: string) => ({ "server/migrations/0500-fund-sources-x.sql": sql });
  assert.equal(complaints(code.findForeignWrites, migration("create table ledger.x (id int);")), 1);
  assert.equal(complaints(code.findForeignWrites, migration("alter table ledger.x add y int;")), 1);
  const unforced = migration("alter table ledger.x no force row level security;");
  assert.equal(complaints(code.findForeignWrites, unforced), 0);
});

test("tests may write anything", () => {
  const sql = "update ledger.account set balance_paise = 1";
  assert.equal(complaints(code.findForeignWrites, { "server/src/money/transfers/x.test.ts": sql }), 0);
});

/** Returns the complaints about one query of `module`, in a database with one table and one view of transfers. */
function complainOfRead(module: string, sql: string, debts = {}): string[] {
  const dump = `create table transfers.transfer (\n);\n\ncreate view transfers.open_transfer as\n SELECT 1;\n\n`;
  const files = { "server/schema.sql": dump, [`server/src/features/${module}/x.ts`]: `tx.query(\`${sql}\`)` };
  return findForeignReads(new Map(Object.entries(files)), debts);
}

test("a module reads only tables of modules that it may import", () => {
  for (const sql of [
    "select utr from transfers.transfer",
    "select from links.x join\n transfers.transfer using (merchant_id)",
    "delete from reports.x using transfers.transfer",
    "select from unnest($1) u, transfers.transfer t",
  ]) {
    assert.deepEqual(complainOfRead("reports", sql), [
      "server/src/features/reports/x.ts: reports reads transfers.transfer; ask a verb or a published view instead",
    ]);
  }
  const sql = "select utr from transfers.transfer";
  for (const module of ["transfers", "batches", "proof"]) assert.deepEqual(complainOfRead(module, sql), []);
  assert.equal(complainOfRead("dashboard", sql).length, 1, "surfaces ask verbs");
  assert.deepEqual(complainOfRead("reports", "select from transfers.open_transfer"), []);
});

test("prose, functions and tests are no reads", () => {
  assert.deepEqual(complainOfRead("reports", "select transfers.transfer(1)"), []);
  const files = {
    "server/schema.sql": "create table transfers.transfer (\n);",
    "server/src/features/reports/x.ts": "/** Like transfers.transfer. */\n// Of transfers.transfer.\n",
    "server/src/features/reports/x.test.ts": "select from transfers.transfer",
  };
  assert.equal(
    complaints((tree) => findForeignReads(tree, {}), files),
    0,
  );
});

test("a view answers for what it reads", () => {
  const dump = [
    "create table transfers.transfer (\n);",
    "create view reports.row as\n SELECT 1\n   FROM transfers.transfer;",
    "",
  ].join("\n\n");
  assert.deepEqual(findForeignReads(new Map([["server/schema.sql", dump]]), {}), [
    "reports.row: reports reads transfers.transfer; ask a verb or a published view instead",
  ]);
});

test("a debt lets one query be, and is taken out when it is paid", () => {
  const debts = { "server/src/features/reports/x.ts": { why: "", reads: ["transfers.transfer"] } };
  assert.deepEqual(complainOfRead("reports", "select from transfers.transfer", debts), []);
  assert.deepEqual(complainOfRead("reports", "select 1", debts), [
    "scripts/read-debts.ts: paid, so take it out: server/src/features/reports/x.ts transfers.transfer",
  ]);
});

test("an exported name has a user in another file, and a name of an index one in another module", () => {
  const files = {
    "server/src/money/ledger/index.ts": 'export { post, type Posting } from "./post.ts";',
    "server/src/money/ledger/post.ts":
      "export const post = 1;\nexport interface Posting {}\nexport const LONE = post;",
    "server/src/money/ledger/read.ts": 'import { post, type Posting } from "./post.ts";',
    "server/src/features/lending/lend.ts": 'import { post } from "#ledger";',
  };
  assert.deepEqual(findLoneExports(new Map(Object.entries(files))), [
    "server/src/money/ledger/index.ts: no other module uses Posting, so it is not in the index",
    "server/src/money/ledger/post.ts: no other file uses LONE, so it is not exported",
  ]);
});

test("two exported types of the engine have two names", () => {
  const files = {
    "server/src/money/ledger/entry.ts": "export interface Entry {}",
    "packages/x/src/entry.ts": "export type Entry = string;",
    "server/src/money/ledger/entry.test.ts": "export type Entry = string;",
    "server/src/money/ledger/own.ts": "type Entry = string;",
  };
  assert.deepEqual(findTwinTypes(new Map(Object.entries(files))), [
    "server/src/money/ledger/entry.ts and packages/x/src/entry.ts: two types are called Entry",
  ]);
});

test("a migration belongs to a module and says why", () => {
  assert.equal(complaints(code.findHomelessMigrations, { "server/migrations/0900-other-x.sql": "" }), 1);
  assert.equal(complaints(code.findHomelessMigrations, { "server/migrations/0300-ledger-x.sql": "" }), 0);
  assert.equal(
    complaints(documents.findSilentMigrations, { "server/migrations/0300-ledger-x.sql": "create" }),
    1,
  );
});

test("a file that nothing names is found", () => {
  const files = {
    "server/src/money/ledger/a.ts": 'import "./b.ts";',
    "server/src/money/ledger/b.ts": "",
    "server/src/main.ts": "",
  };
  assert.deepEqual(code.findUnimported(new Map(Object.entries(files))), [
    "server/src/money/ledger/a.ts: nothing imports it",
  ]);
});

test("leftovers are found, tests that are left out too", () => {
  assert.equal(complaints(code.findLeftovers, { "a.ts": marker }), 1);
  assert.equal(complaints(code.findLeftovers, { "README.md": `see ${somebodys}` }), 1);
  assert.equal(
    complaints(code.findLeftovers, { "server/src/a.test.ts": ["test", "skip('x')"].join(".") }),
    1,
  );
  assert.equal(complaints(code.findLeftovers, { "README.md": "see https://example.org/home/page/x" }), 0);
});

test("a test file has its world before its first test", () => {
  const world = "const world = await makeWorld();\n";
  const tests = 'test("x", async () => {\n  await world.ctx;\n});\n';
  assert.equal(complaints(code.findLateWorlds, { "server/src/a.test.ts": tests + world }), 1);
  assert.equal(complaints(code.findLateWorlds, { "server/src/a.test.ts": world + tests }), 0);
});

test("names say something", () => {
  const named = (name: string) => complaints(code.findBadNames, { [`server/src/money/ledger/${name}`]: "" });
  assert.deepEqual(["utils.ts", "postEntries.ts", "post_entries.ts"].map(named), [1, 1, 1]);
  assert.deepEqual(["post-entries.ts", "post-entries.test.ts"].map(named), [0, 0]);
});

test("lines have an end", () => {
  assert.equal(complaints(code.findLongLines, { "server/src/a.ts": `// ${"x".repeat(120)}` }), 1);
});

test("a module and a package have a short README, a document one title", () => {
  assert.equal(complaints(documents.findBadReadmes, { "packages/x/src/a.ts": "" }), 1);
  assert.equal(complaints(documents.findBadReadmes, { "server/src/money/ledger/a.ts": "" }), 1);
  const long = { "server/src/money/ledger/a.ts": "", "server/src/money/ledger/README.md": "x\n".repeat(21) };
  assert.equal(complaints(documents.findBadReadmes, long), 1);
  assert.equal(complaints(documents.findBadTitles, { "A.md": "no title" }), 1);
  assert.equal(complaints(documents.findBadTitles, { "A.md": "# One\n\n```\n# a comment\n```\n" }), 0);
});

test("a released migration is not changed", () => {
  const sql = "-- Why.\nselect 1;\n";
  const released = { [documents.CHECKSUMS]: JSON.stringify({ "0001-lib-x.sql": documents.checksumOf(sql) }) };
  const path = "server/migrations/0001-lib-x.sql";
  assert.equal(complaints(documents.findChangedMigrations, { ...released, [path]: sql }), 0);
  assert.equal(complaints(documents.findChangedMigrations, { ...released, [path]: `${sql}--` }), 1);
  assert.equal(complaints(documents.findChangedMigrations, released), 1);
});

test("packages come from the public registry", () => {
  const lock = (resolved: string) => ({
    "package-lock.json": JSON.stringify({ packages: { x: { resolved } } }),
  });
  assert.equal(complaints(documents.findForeignPackages, lock("http://registry.npmjs.org/x.tgz")), 1);
  assert.equal(complaints(documents.findForeignPackages, lock("https://example.org/x.tgz")), 1);
  assert.equal(complaints(documents.findForeignPackages, lock("https://registry.npmjs.org/x.tgz")), 0);
});

test("a comment is made of whole sentences", () => {
  const fragments = [
    "/** What a bank says. */",
    "/** Whether it is\n * open. */",
    "// Of a sound body and one text that is cut.",
    "x();\n  // How many rows there are.",
    "/**\n * Who decides.\n */",
  ];
  for (const text of fragments) assert.equal(complaints(findFragments, { "server/src/x.ts": text }), 1, text);
  const sentences = [
    "/** The words of a bank. */",
    "/** True while it is open. */",
    "/** Of two that fit, the longer counts. */",
    "// Where a bank is stopped, its payments wait.",
    "x(); // What trails a line of code is not looked at.",
    'const text = "What a bank says.";',
  ];
  for (const text of sentences) assert.equal(complaints(findFragments, { "server/src/x.ts": text }), 0, text);
});
