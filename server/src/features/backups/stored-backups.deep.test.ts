/** Backups in a store: made, proved, listed, restored and removed, by command and by schedule. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { sumTables } from "#lib/backup/copy";
import { BackupError } from "#lib/backup/errors";
import { readConfig } from "#lib/config";
import type { Context } from "#lib/context";
import { makeVault } from "#lib/vault";
import { makeEmptyDatabase } from "#test/empty-database";
import { runHere, type Ended } from "#test/run-words";
import { CREDENTIALS, startS3 } from "#test/s3-counterpart";
import { makeWorld } from "#test/world";
import { backUpIfDue } from "./keep-backups.ts";
import {
  fetchStoredBackup,
  isProved,
  listStoredBackups,
  makeStoredBackup,
  readBackupStates,
} from "./index.ts";
import { noteTry } from "./state.ts";
import { installationOf, type StoredBackup } from "./stored-backups.ts";

const world = await makeWorld();
const { ownerUrl } = world;
const s3 = await startS3();
const base = mkdtempSync(join(tmpdir(), "vitaran-stored-"));
world.onClose(async () => rmSync(base, { recursive: true, force: true }));
const dataDir = join(base, "data");

const BUCKET = {
  BACKUP_TO: "s3://safe/vitaran",
  BACKUP_ENDPOINT: s3.endpoint,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
};

function contextWith(settings: Record<string, string>): Context {
  const environment = { ...world.environment, VITARAN_DATA_DIR: dataDir, ...settings };
  return { ...world.ctx, config: readConfig(environment) };
}

function makeFolder(): string {
  return mkdtempSync(join(base, "store-"));
}

const homeOf = (ctx: Context) => ctx.db.homes.directory();
const make = (ctx: Context, drill = false) => makeStoredBackup(ctx, { home: homeOf(ctx), ownerUrl, drill });

async function readStateOf(ctx: Context) {
  return (await readBackupStates(ctx))[0]!;
}

before(async () => {
  await world.makeMerchant({ balancePaise: 5_00_00n });
});

test("a proved backup is in the bucket, encrypted, and its home remembers it", async () => {
  const ctx = contextWith(BUCKET);
  const { made } = await make(ctx, true);
  assert.ok(isProved(made) && made.drill!.isKeyed && made.drill!.invariants > 0);
  assert.deepEqual([...s3.objects.keys()], [`vitaran/${made.name}`, `vitaran/${made.name}.json`]);
  const sealed = s3.objects.get(`vitaran/${made.name}`)!;
  assert.equal(sealed.length, made.bytes);
  assert.ok(!sealed.includes(Buffer.from([0x1f, 0x8b, 0x08])), "no gzip begins in it");
  const { goodAt, goodName, fault, isProved: proved } = await readStateOf(ctx);
  assert.deepEqual([goodAt!.toISOString(), goodName, fault, proved], [made.at, made.name, null, true]);
  assert.deepEqual(await listStoredBackups(ctx, "first"), [made]);
  assert.deepEqual(readdirSync(dataDir), [], "what was fetched for the drill is gone");
});

test("commands make, list, test and restore it without the database that was lost", async () => {
  const run = async (words: readonly string[], databaseUrl = ownerUrl): Promise<Ended> =>
    runHere(words, { ...world.environment, ...BUCKET, DATABASE_URL: databaseUrl, VITARAN_DATA_DIR: dataDir });
  const made = await run(["backup", "--store", "--json"]);
  assert.equal(made.code, 0, made.err);
  const { name, isProved: proved } = JSON.parse(made.out) as { name: string; isProved: boolean };
  assert.equal(proved, false);
  assert.match(made.err, /was not proved: add --drill/);
  const { out } = await run(["list-backups"]);
  assert.match(out, new RegExp(`^${name}.*not proved\n.*proved\n$`));
  const checked = await run(["restore", "--stored", name, "--check"]);
  assert.match(checked.out, /The backup is good/, checked.err);
  const there = await makeEmptyDatabase();
  const restored = await run(["restore", "--stored", "latest"], there);
  assert.equal(restored.code, 0, restored.err);
  const [copy, source] = [await sumTables(there), await sumTables(ownerUrl)];
  for (const table of Object.keys(source))
    if (!["backups.state", "reconciliation.database_seen"].includes(table))
      assert.deepEqual(copy[table], source[table], table);
  assert.match((await run(["restore", "--stored", "../etc/passwd"])).err, /The store has no backup/);
});

test("BACKUP_KEY alone opens what it has encrypted, and an altered backup is refused", async () => {
  const folder = makeFolder();
  const key = randomBytes(32).toString("base64");
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEY: key });
  const { made } = await make(ctx);
  const work = async (): Promise<string> => "opened";
  assert.equal(await fetchStoredBackup(ctx, made.name, work), "opened");
  const is = (code: "wrong_backup_key" | "altered") => (error: unknown) => BackupError.is(error, code);
  const without = contextWith({ BACKUP_TO: folder });
  await assert.rejects(fetchStoredBackup(without, made.name, work), is("wrong_backup_key"));
  const bytes = readFileSync(join(folder, made.name));
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(join(folder, made.name), bytes);
  await assert.rejects(fetchStoredBackup(ctx, made.name, work), is("altered"));
});

test("old backups go, the last proved one stays, and what is no backup is not listed", async () => {
  const folder = makeFolder();
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "2" });
  const proved = (await make(ctx, true)).made;
  const later: StoredBackup[] = [];
  for (let count = 0; count < 3; count += 1) later.unshift((await make(ctx)).made);
  writeFileSync(join(folder, proved.name.replace(/\d{4}-/, "2020-")), "without a card");
  const { made, removed } = await make(ctx);
  assert.deepEqual(removed, [later[1]!.name]);
  const kept = [made, later[0]!, proved];
  assert.deepEqual(await listStoredBackups(ctx, "first"), kept);
  assert.deepEqual(
    readdirSync(folder).toSorted(),
    kept.flatMap(({ name }) => [name, `${name}.json`]).toSorted(),
  );
});

test("two installations keep their backups in the same place, and neither removes or lists the other's", async () => {
  const folder = makeFolder();
  const here = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "1" });
  const elsewhere: Context = { ...here, vault: makeVault(randomBytes(32)) };
  const theirs = (await make(elsewhere)).made;
  const left = join(folder, theirs.name.replace(/\d{4}-/, "2020-"));
  writeFileSync(left, "of their interrupted backup");
  const ours = (await make(here)).made;
  assert.equal(theirs.home, ours.home);
  assert.notEqual(theirs.installation, ours.installation);
  assert.deepEqual(await listStoredBackups(here, "first"), [ours]);
  assert.deepEqual(await listStoredBackups(elsewhere, "first"), [theirs]);
  const { made, removed } = await make(here);
  assert.deepEqual(removed, [ours.name]);
  assert.deepEqual(await listStoredBackups(elsewhere, "first"), [theirs]);
  assert.ok(existsSync(left));
  const work = async (): Promise<string> => "opened";
  assert.equal(await fetchStoredBackup(elsewhere, theirs.name, work), "opened");
  await assert.rejects(fetchStoredBackup(here, theirs.name, work), (error) =>
    BackupError.is(error, "wrong_backup_key"),
  );
  const theirKeys = { ...here, vault: elsewhere.vault };
  await assert.rejects(fetchStoredBackup(theirKeys, made.name, work), (error) =>
    BackupError.is(error, "wrong_backup_key"),
  );
});

test("an installation keeps its backups when a newer master key is added", () => {
  const [old, newer] = [randomBytes(32), randomBytes(32)];
  const before = installationOf({ vault: makeVault(old) });
  assert.match(before, /^[0-9a-f]{8}$/);
  assert.equal(installationOf({ vault: makeVault([newer, old]) }), before);
});

test("what a process has fetched that died goes after a day", async () => {
  const ctx = contextWith({ BACKUP_TO: makeFolder() });
  const { made } = await make(ctx);
  const [old, young] = [join(dataDir, "old.1.fetched"), join(dataDir, "young.1.fetched")];
  for (const path of [old, young]) writeFileSync(path, "clear");
  utimesSync(old, 1, 1);
  await fetchStoredBackup(ctx, made.name, async () => undefined);
  assert.deepEqual(readdirSync(dataDir), ["young.1.fetched"]);
  rmSync(young);
});

test("a card that cannot be read is warned of, and the other backups stay listed", async () => {
  const folder = makeFolder();
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "1" });
  const spoilt = (await make(ctx)).made;
  const path = join(folder, `${spoilt.name}.json`);
  for (const text of [
    "{",
    "null",
    `{"name":"${spoilt.name}"}`,
    JSON.stringify({ ...spoilt, name: "other" }),
  ]) {
    writeFileSync(path, text);
    const { made } = await make(ctx);
    const warned: object[] = [];
    const log = { ...ctx.log, warn: (fields: object) => void warned.push(fields) } as Context["log"];
    assert.deepEqual(await listStoredBackups({ ...ctx, log }, "first"), [made], text);
    assert.deepEqual(warned, [{ home: "first", name: spoilt.name }]);
  }
  assert.ok(existsSync(join(folder, spoilt.name)), "it is not removed either");
});

test("of two processes one makes the scheduled backup, and no other is due then", async () => {
  const ctx = contextWith({ BACKUP_TO: makeFolder(), BACKUP_DRILL: "off", BACKUP_AT: "00:00" });
  const other = { ...ctx, db: world.openContext().db };
  await world.look(
    "update backups.state set good_at = null, good_name = null, is_proved = null, tried_at = null",
  );
  const { signal } = new AbortController();
  const look = (one: Context) => backUpIfDue(one, { home: homeOf(one), ownerUrl, signal });
  const made = await Promise.all([look(ctx), look(other), look(ctx)]);
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal(await look(ctx), false);
  assert.equal((await listStoredBackups(ctx, "first")).length, 1);
});

test("a failure is logged as an error, is remembered, and leaves no backup", async () => {
  const lines: object[] = [];
  const ctx = contextWith({ ...BUCKET, BACKUP_DRILL: "off", BACKUP_AT: "00:00" });
  const log = { ...ctx.log, error: (fields: object) => void lines.push(fields) } as Context["log"];
  await world.look("update backups.state set good_at = good_at - interval '2 days', tried_at = null");
  const before = [...s3.objects.keys()];
  const lastGood = (await readStateOf(ctx)).goodAt;
  s3.fault = (method) => (method === "PUT" ? [403, "AccessDenied"] : null);
  const { signal } = new AbortController();
  const failing = { ...ctx, log };
  assert.equal(await backUpIfDue(failing, { home: homeOf(ctx), ownerUrl, signal }), false);
  s3.fault = () => null;
  const { fault, goodAt } = await readStateOf(ctx);
  assert.match(fault!, /AccessDenied/);
  assert.deepEqual(goodAt, lastGood);
  assert.equal(lines.length, 1);
  assert.deepEqual([...s3.objects.keys()], before);
  assert.equal(s3.uploads.size, 0);
});

test("a drill that cannot end is repeated with the same backup, and the failure stays until then", async () => {
  const folder = makeFolder();
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "1", BACKUP_AT: "00:00" });
  // Fetched files cannot be written where a file is in the place of the folder.
  const blocked = join(base, "blocked");
  writeFileSync(blocked, "");
  const failing = contextWith({
    BACKUP_TO: folder,
    BACKUP_KEEP: "1",
    BACKUP_AT: "00:00",
    VITARAN_DATA_DIR: blocked,
  });
  const { signal } = new AbortController();
  const look = (one: Context) => backUpIfDue(one, { home: homeOf(one), ownerUrl, signal });
  const pass = "update backups.state set tried_at = tried_at - interval '5 hours'";
  await world.look(
    `update backups.state
     set good_at = now() - interval '2 days', good_name = 'old', is_proved = true, fault = null, tries = 0,
       tried_at = now() - interval '2 days'`,
  );
  assert.equal(await look(failing), false);
  const { fault, tries } = await readStateOf(ctx);
  assert.ok(fault !== null && tries === 1);
  const [first, ...others] = await listStoredBackups(ctx, "first");
  assert.deepEqual([first!.drill, others], [null, []]);
  assert.equal(await look(failing), false, "it is not due yet");
  await world.look(pass);
  assert.equal(await look(failing), false);
  assert.equal((await readStateOf(ctx)).tries, 2);
  assert.deepEqual(await listStoredBackups(ctx, "first"), [first]);
  await world.look(pass);
  assert.equal(await look(ctx), true);
  const [proved, ...more] = await listStoredBackups(ctx, "first");
  assert.deepEqual([proved!.name, isProved(proved!), more], [first!.name, true, []]);
  const after = await readStateOf(ctx);
  assert.deepEqual([after.fault, after.tries, after.goodName], [null, 0, first!.name]);
});

test("a failure stays while the next try runs, and old backups go after it too", async () => {
  const folder = makeFolder();
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "1" });
  const proved = (await make(ctx, true)).made;
  const wide = contextWith({ BACKUP_TO: folder });
  for (let count = 0; count < 2; count += 1) await make(wide);
  await world.look("update ledger.account set balance_paise = balance_paise + 1 where running");
  await assert.rejects(make(ctx, true), (error) => BackupError.is(error, "refuted"));
  await world.look("update ledger.account set balance_paise = balance_paise - 1 where running");
  const kept = await listStoredBackups(ctx, "first");
  assert.deepEqual(
    kept.map((one) => (one.drill === null ? "undrilled" : isProved(one) ? "proved" : "refuted")),
    ["refuted", "undrilled", "proved"],
  );
  assert.deepEqual(kept.at(-1), proved);
  await noteTry(homeOf(ctx));
  assert.match((await readStateOf(ctx)).fault!, /is NOT good/);
  await make(ctx);
  assert.equal((await readStateOf(ctx)).fault, null);
});

test("a backup whose drill contradicts it is named, and is never the latest", async () => {
  const folder = makeFolder();
  const ctx = contextWith({ BACKUP_TO: folder, BACKUP_KEEP: "1" });
  const { made } = await make(ctx);
  await world.look("update ledger.account set balance_paise = balance_paise + 1 where running");
  await assert.rejects(make(ctx, true), (error) => BackupError.is(error, "refuted"));
  await world.look("update ledger.account set balance_paise = balance_paise - 1 where running");
  const [refuted, kept] = await listStoredBackups(ctx, "first");
  assert.ok(refuted!.drill!.findings > 0);
  assert.deepEqual(kept, made);
  assert.match((await readStateOf(ctx)).fault!, /is NOT good/);
});
