/**
 * Every command that works on a whole database, with the role that the documentation asks for: it owns its database and
 * is no superuser. The server is set up by the documentation's own lines.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { sumTables } from "#lib/backup/copy";
import { writeBackup } from "#lib/backup/write-backup";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { appAddress, appPassword } from "#lib/provision-app-role";
import { verifyLedger } from "#proof";
import { endRecovery, noticeRestore } from "#reconciliation";
import { acceptTransfers, readTransfers, runtimeOf } from "#transfers";
import { readSqlOf, startDocumentedServer } from "./documented-server.ts";
import { makeFaultWorld, orderTo, type Payer } from "./faults/fault-world.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import { withClient } from "./postgres.ts";
import { runHere, type Ended } from "./run-words.ts";

const world = await makeFaultWorld();
const server = await startDocumentedServer();
const programs = findPostgresPrograms();
const folder = mkdtempSync(join(tmpdir(), "vitaran-role-"));
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "superuser.backup");
const own = join(folder, "own.backup");
let payer: Payer;

/** Runs a command with the role of the documentation. */
const run = (words: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
  runHere(words, {
    ...world.environment,
    DATABASE_URL: server.ownerUrl,
    DATABASE_HOMES: "",
    VITARAN_DATA_DIR: folder,
    ...more,
  });

async function runWell(words: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await run(words, more);
  assert.equal(code, 0, `${words.join(" ")}: ${out}${err}`);
  return out + err;
}

/** Returns the error message of a command that must fail. */
async function runBadly(words: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const { code, err } = await run(words, more);
  assert.equal(code, 1, `${words.join(" ")} has not failed`);
  return err;
}

before(async () => {
  payer = await world.makePayer();
  await acceptTransfers(
    world.ctx,
    payer.merchantId,
    Array.from({ length: 8 }, (_, index) => orderTo(`before-${index}`)),
  );
  await runtimeOf(world.ctx).idle();
  await noticeRestore(world.ctx);
  await writeBackup({ ownerUrl: world.ownerUrl, path: file, vault: world.ctx.vault });
});

test("an empty database gets its schema, and gives way to a backup with payouts", async () => {
  await runWell(["migrate"]);
  assert.match(await runBadly(["restore", file]), /holds data already/);
  await runWell(["restore", file, "--replace"]);
  const [restored, source] = [await sumTables(server.ownerUrl), await sumTables(world.ownerUrl)];
  assert.ok(source["transfers.transfer"]!.rows >= 8);
  for (const table of Object.keys(source))
    if (table !== "reconciliation.database_seen") assert.deepEqual(restored[table], source[table], table);
});

test("what a restore suspends is in force again", async () => {
  const guards = `
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as what
    from pg_constraint
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all
    select oid::regclass::text, 'forced', relforcerowsecurity::text from pg_class where relkind = 'r'
    order by 1, 2`;
  const read = (url: string) =>
    withClient(url, async (client) => (await client.query(guards)).rows as { what: string }[]);
  assert.deepEqual(await read(server.ownerUrl), await read(world.ownerUrl));
});

test("payouts work, and while a server is connected a restore is refused", async () => {
  const { vault, log } = world.ctx;
  const url = appAddress(server.ownerUrl, appPassword(vault));
  // It is closed before the world is.
  const engine: Context = { ...world.ctx, db: openDb({ url, connections: 4, log, vault }) };
  world.engine = engine;
  const { merchantId, bankId } = payer;
  assert.equal(await noticeRestore(engine), true);
  await endRecovery(engine, merchantId, { bankId, because: "a test", by: "system" });
  await acceptTransfers(engine, merchantId, [orderTo("after")]);
  await runtimeOf(engine).idle();
  const [paid] = await readTransfers(engine, merchantId, { transferKeys: ["after"] });
  assert.equal(paid!.status, "succeeded");
  assert.deepEqual((await verifyLedger(engine)).findings, []);
  assert.match(await runBadly(["restore", file, "--replace"]), /Others are connected/);
  world.engine = world.ctx;
  await engine.db.close();
});

test("a backup has all rows and is proved, and the books are verified", async () => {
  assert.match(await runWell(["backup", "--file", own, "--drill"]), /The backup is good/);
  assert.match(await runWell(["restore", own, "--check"]), /The backup is good/);
  await runWell(["restore", own, "--replace"]);
  assert.match(await runWell(["verify-ledger"]), /The books are correct/);
  assert.match(await runWell(["list-homes"]), /"first"/);
});

test("a role that does not own the database, or may create none, is told what to grant", async () => {
  const database = new URL(server.ownerUrl).pathname.slice(1);
  await server.asSuperuser([`alter database ${database} owner to admin`]);
  const refused = await runBadly(["backup", "--file", join(folder, "part.backup")]);
  assert.match(refused, /hides rows of access\.api_client .*ALTER DATABASE vitaran OWNER TO vitaran/);
  await server.asSuperuser([`alter database ${database} owner to vitaran`, "alter role vitaran nocreatedb"]);
  assert.match(await runBadly(["restore", own, "--check"]), /ALTER ROLE vitaran CREATEDB/);
  await server.asSuperuser(["alter role vitaran createdb"]);
});

const skip = "missing" in programs ? programs.missing : false;

test(
  "pg_dump with the documented option has all rows, and pg_restore brings them back",
  { skip },
  async () => {
    const bin = "folder" in programs ? programs.folder : "";
    const dump = join(folder, "vitaran.dump");
    const to = (url: string): string[] => ["--format=custom", `--file=${dump}`, url];
    const refused = () => execFileSync(join(bin, "pg_dump"), to(server.ownerUrl), { stdio: "pipe" });
    assert.throws(refused, /affected by row-level security/);
    execFileSync(join(bin, "pg_dump"), ["--enable-row-security", ...to(server.ownerUrl)]);
    await withClient(server.ownerUrl, (client) => client.query("create database again"));
    const again = new URL("/again", server.ownerUrl).href;
    execFileSync(join(bin, "pg_restore"), ["--exit-on-error", `--dbname=${again}`, dump]);
    assert.deepEqual(await sumTables(again), await sumTables(server.ownerUrl));
  },
);

test("homes and moves name the rights they lack, and work with the lines of the documentation", async () => {
  const west = new URL("/west", server.ownerUrl).href;
  const homes = { DATABASE_HOMES: `west=${west}` };
  const [copying, moving] = readSqlOf("scale") as [string[], string[]];
  await withClient(server.ownerUrl, (client) => client.query("create database west"));
  const { merchantId } = payer;
  const move = ["move-merchant", "--merchant", merchantId, "--home", "west"];
  assert.match(await runBadly(["add-home", "--name", "west"], homes), /ALTER ROLE vitaran REPLICATION/);
  await server.asSuperuser(copying.slice(0, 1));
  assert.match(await runBadly(["add-home", "--name", "west"], homes), /GRANT pg_create_subscription/);
  await server.asSuperuser(copying.slice(1));
  await runWell(["add-home", "--name", "west"], homes);
  assert.match(await runBadly(move, homes), /ALTER ROLE vitaran BYPASSRLS/);
  for (const [index, statement] of moving.entries()) {
    await server.asSuperuser([statement]);
    if (index < moving.length - 1) assert.match(await runBadly(move, homes), /GRANT pg_read_all_stats/);
  }
  await runWell(move, homes);
  assert.match(await runWell(["verify-ledger"], homes), /The books are correct/);
  await runWell(["move-merchant", "--merchant", merchantId, "--home", "first"], homes);
  await runWell(["remove-home", "--name", "west"], homes);
});
