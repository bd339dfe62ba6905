/** Backups of a database with payouts: the result of a restore, and files that are no valid backups. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { readWebhookSecret, setPermissions } from "#access";
import { BackupError } from "#lib/backup/errors";
import { makeSum, type BackupEnd, type TableSum } from "#lib/backup/format";
import { loadBackup, type BackupToLoad } from "#lib/backup/load-backup";
import { sumTables } from "#lib/backup/copy";
import { writeBackup } from "#lib/backup/write-backup";
import { makeVault } from "#lib/vault";
import { verifyLedger } from "#proof";
import { endRecovery, FORGET_IDENTITY, noticeRestore } from "#reconciliation";
import { makeEmptyDatabase } from "#test/empty-database";
import { makeMembers } from "#test/make-members";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { acceptTransfers, readTransfers, runtimeOf } from "#transfers";

const world = await makeFaultWorld();
const { ctx, ownerUrl } = world;
const folder = mkdtempSync(join(tmpdir(), "vitaran-backup-"));
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "whole.backup");
const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const { vault } = ctx;
const ORDERS = 40;
let payer: Payer;

before(async () => {
  payer = await world.makePayer();
  const orders = Array.from({ length: ORDERS }, (_, index) =>
    orderTo(`before-${index}`, index % 5 === 0 ? { mode: "upi", vpa: "failure@upi" } : {}),
  );
  await acceptTransfers(ctx, payer.merchantId, orders);
  await runtimeOf(ctx).idle();
  await noticeRestore(ctx);
  await writeBackup({ ownerUrl, path: file, vault });
});

const load = (to: string, more: Partial<BackupToLoad> = {}) =>
  loadBackup({
    ownerUrl: to,
    path: file,
    vault,
    acceptUnkeyed: false,
    replace: false,
    atEnd: "select",
    ...more,
  });

test("after a restore every table has the same rows, secrets open, the books hold and payouts go on", async () => {
  const there = await makeEmptyDatabase();
  const { sums } = await load(there, { atEnd: FORGET_IDENTITY });
  const { "reconciliation.database_seen": mark, ...restored } = await sumTables(there);
  const { "reconciliation.database_seen": old, ...source } = await sumTables(ownerUrl);
  assert.deepEqual(restored, source);
  assert.ok(sums["transfers.transfer"]!.rows >= ORDERS);
  assert.notDeepEqual(mark, old, "it is known to be a restored one, wherever it is put");

  const database = new URL(there).pathname;
  const engine = world.openContext({ databaseUrl: new URL(database, world.databaseUrl).href });
  world.engine = engine;
  const { merchantId } = payer;
  const secret = await engine.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, engine.vault));
  assert.equal(secret, payer.clientSecret);
  assert.equal(await noticeRestore(engine), true, "banks are held back");
  await endRecovery(engine, merchantId, { bankId: payer.bankId, because: "a test", by: "system" });
  await acceptTransfers(engine, merchantId, [orderTo("after"), orderTo("before-1")]);
  await runtimeOf(engine).idle();
  const [known, fresh] = await readTransfers(engine, merchantId, { transferKeys: ["after", "before-1"] });
  assert.deepEqual([known!.status, fresh!.status], ["succeeded", "succeeded"]);
  assert.deepEqual((await verifyLedger(engine)).findings, []);
  world.engine = ctx;
});

test("numbers that the database gives out go on behind those of the backup's rows after a restore", async () => {
  const { organizationId } = payer;
  const { asha, vik } = await makeMembers(ctx, organizationId, { asha: "admin", vik: "initiator" });
  for (const role of ["viewer", "initiator"] as const)
    await setPermissions(ctx, organizationId, { memberId: vik, grant: { role }, by: `member:${asha}` });
  const path = join(folder, "numbered.backup");
  await writeBackup({ ownerUrl, path, vault });
  const there = await makeEmptyDatabase();
  await load(there, { path });
  const client = new pg.Client({ connectionString: there });
  await client.connect();
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column
     from information_schema.columns where is_identity = 'YES'`,
  );
  assert.ok(columns.some(({ table }) => table === "access.influence"));
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ isNew: boolean }>(
      `select nextval(pg_get_serial_sequence($1, $2)) > coalesce(max(${column}), 0) as "isNew" from ${table}`,
      [table, column],
    );
    assert.deepEqual(rows, [{ isNew: true }], `${table}.${column}`);
  }
  await client.end();
});

test("the master key is in no backup, and what is sealed stays sealed", () => {
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  const key = world.environment.VITARAN_MASTER_KEY!;
  for (const secret of [key, Buffer.from(key, "base64").toString("hex"), payer.clientSecret])
    assert.ok(!text.includes(secret));
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("data gives way to a backup only when that is said, with no one connected, and the right key", async () => {
  const there = await makeEmptyDatabase();
  const is = (code: string) => (error: unknown) => (error as { code?: string }).code === code;
  await assert.rejects(load(there, { vault: makeVault(Buffer.alloc(32, 7)) }), is("wrong_key"));
  await load(there);
  await assert.rejects(load(there), is("not_empty"));
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  await assert.rejects(load(ownerUrl, { replace: true }), is("in_use"));
  await other.end();
  const path = join(folder, "later.backup");
  await acceptTransfers(ctx, payer.merchantId, [orderTo("later")]);
  await runtimeOf(ctx).idle();
  const { rows } = await writeBackup({ ownerUrl, path, vault });
  await load(there, { path, replace: true });
  const total = Object.values(await sumTables(there)).reduce((sum, one) => sum + one.rows, 0);
  assert.equal(total, rows);
});

test("a file that was cut, changed or made by a newer version is refused, and changes nothing", async () => {
  const there = await makeEmptyDatabase();
  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString("latin1");
  const spoilt = (change: (old: string) => string): Buffer => gzipSync(Buffer.from(change(text), "latin1"));
  const head = text.slice(0, text.indexOf("\n"));
  const other = gunzipSync(readFileSync(await laterBackup())).toString("latin1");
  const sectionOf = (whole: string, table: string): string => {
    const from = whole.indexOf(`{"table":"${table}"`);
    return whole.slice(from, whole.indexOf("\n\\.\n", from) + 4);
  };
  const later = sectionOf(other, "transfers.transfer");
  const files: [string, Buffer][] = [
    ...[0.1, 0.5, 0.99].map((share): [string, Buffer] => [
      "not_a_backup",
      whole.subarray(0, whole.length * share),
    ]),
    ["not_a_backup", spoilt((old) => old.slice(0, old.lastIndexOf('{"end"')))],
    ["not_a_backup", Buffer.from("select 1")],
    ["not_a_backup", gzipSync("{}")],
    ["sums_differ", spoilt((old) => old.replace("before-7", "before-x"))],
    ["altered", spoilt((old) => withSums(old.replace("before-7", "before-x")))],
    ["altered", spoilt((old) => withSums(old.replace(sectionOf(old, "transfers.transfer"), later)))],
    ["altered", spoilt((old) => withSums(old.replace(sectionOf(old, "audit.record"), "")))],
    ["altered", spoilt((old) => old.replace(head, other.slice(0, other.indexOf("\n"))))],
    ["altered", spoilt((old) => old.replace('"whole":"', '"whole":"AAAA'))],
    ["unkeyed", spoilt((old) => withSums(old.replace("before-7", "before-x"), { codes: undefined }))],
    ["not_a_backup", spoilt((old) => old.replace('{"end"', `${sectionOf(old, "transfers.transfer")}{"end"`))],
    ["newer_schema", spoilt((old) => old.replace('"migrations":{', '"migrations":{"9999-next":"00",'))],
  ];
  for (const [index, [code, bytes]] of files.entries()) {
    const path = join(folder, `${index}.backup`);
    writeFileSync(path, bytes);
    await assert.rejects(
      load(there, { path }),
      (error) => BackupError.is(error, code as "not_a_backup"),
      `${index}`,
    );
  }
  assert.deepEqual(await sumTables(there), {});
});

test("an altered file names itself and the table, and one without codes is taken only where that is said", async () => {
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  const path = join(folder, "altered.backup");
  const there = await makeEmptyDatabase();
  const write = (changed: string) => writeFileSync(path, gzipSync(Buffer.from(changed, "latin1")));
  write(withSums(text.replace("before-7", "before-x")));
  await assert.rejects(load(there, { path }), (error) => {
    assert.deepEqual((error as { details: object }).details, { path, table: "transfers.transfer" });
    return BackupError.is(error, "altered");
  });
  await assert.rejects(load(there, { path, acceptUnkeyed: true }), (error) =>
    BackupError.is(error, "altered"),
  );
  write(withSums(text, { codes: undefined }));
  await assert.rejects(load(there, { path }), /--accept-unkeyed/);
  for (const columns of ['["begun_at"]', "[]"]) {
    const injected = `{"table":"lib.sealing; drop schema audit","columns":${columns}}\n\\.\n{"end"`;
    write(withSums(text.replace('{"end"', injected), { codes: undefined }));
    const empty = await makeEmptyDatabase();
    await assert.rejects(load(empty, { path, acceptUnkeyed: true }), /no backup of Vitaran/, columns);
  }
  assert.deepEqual(await world.look("select from pg_namespace where nspname = 'audit'"), [{}]);
  const rotated = makeVault([
    Buffer.alloc(32, 9),
    Buffer.from(world.environment.VITARAN_MASTER_KEY!, "base64"),
  ]);
  const { isKeyed } = await load(await makeEmptyDatabase(), { vault: rotated });
  assert.equal(isKeyed, true, "made under an older master key");
  write(withSums(text, { codes: undefined }));
  const old = await load(await makeEmptyDatabase(), { path, acceptUnkeyed: true });
  assert.equal(old.isKeyed, false);
});

/** Makes a second backup of the same database. */
async function laterBackup(): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup`);
  await writeBackup({ ownerUrl, path, vault });
  return path;
}

/** Returns a backup's text with recomputed plain sums, as an attacker would who knows how they are made. */
function withSums(text: string, more: object = {}): string {
  const lines = text.split("\n");
  const end = JSON.parse(lines.at(-2)!) as BackupEnd;
  const sums: Record<string, TableSum> = {};
  for (let at = 1; at < lines.length - 2; at += 1) {
    const { table } = JSON.parse(lines[at]!) as { table: string };
    const sum = makeSum();
    while (lines[(at += 1)] !== "\\.") sum.add(lines[at]!);
    sums[table] = sum.total();
  }
  return [...lines.slice(0, -2), JSON.stringify({ ...end, sums, ...more }), ""].join("\n");
}

test("a backup that is killed leaves nothing that has its name", async () => {
  const path = join(folder, "killed.backup");
  const module = new URL("../../kit/lib/backup/write-backup.ts", import.meta.url).href;
  const script = `
    const { writeBackup } = await import(${JSON.stringify(module)});
    const { makeVault } = await import(${JSON.stringify(new URL("../../kit/lib/vault.ts", import.meta.url).href)});
    const vault = makeVault(Buffer.alloc(32));
    const [ownerUrl, path] = process.argv.slice(1);
    const onProgress = (share) => share > 0.5 && process.kill(process.pid, "SIGKILL");
    await writeBackup({ ownerUrl, path, vault, onProgress });`;
  const args = ["--input-type=module", "-e", script, ownerUrl, path];
  await assert.rejects(promisify(execFile)(process.execPath, args), { signal: "SIGKILL" });
  assert.ok(!existsSync(path));
  await assert.rejects(load(await makeEmptyDatabase(), { path: `${path}.partial` }), /no backup of Vitaran/);
});

test("backup --drill proves what it wrote, beside a server at work, and names what it did not do", async () => {
  const path = join(folder, "cli.backup");
  const env = { ...process.env, ...world.environment, DATABASE_URL: ownerUrl, VITARAN_DATA_DIR: folder };
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [MAIN, ...args], { env });
  const { stdout, stderr } = await run("backup", "--file", path, "--drill", "--json");
  const [written, { drill }] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line)) as [
    { rows: number; holdsMasterKey: boolean },
    { drill: Record<string, unknown> },
  ];
  assert.equal(written.holdsMasterKey, false);
  assert.match(stderr, /does not include the master key/);
  assert.deepEqual([drill.isProved, drill.isKeyed, drill.differing, drill.findings], [true, true, [], 0]);
  assert.equal(drill.rows, written.rows);
  assert.deepEqual(await world.look("select from pg_database where datname like 'vitaran_drill%'"), []);
  await assert.rejects(run("restore", path), ({ code, stderr: told }) => {
    assert.match(told, /holds data already\. With --replace/);
    return code === 1;
  });
});
