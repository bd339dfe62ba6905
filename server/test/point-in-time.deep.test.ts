/**
 * The drill of `deploy/point-in-time` for real: PostgreSQL archives its log, payouts go on, and the script restores the
 * database to a moment in a scratch place and proves its books. The one in production stays as it is.
 */
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sumTables } from "#lib/backup/copy";
import { loadBackup } from "#lib/backup/load-backup";
import { writeBackup } from "#lib/backup/write-backup";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { appPassword, provisionAppRole } from "#lib/provision-app-role";
import { acceptTransfers, runtimeOf } from "#transfers";
import { startDocumentedServer } from "./documented-server.ts";
import { makeFaultWorld, orderTo, type Payer } from "./faults/fault-world.ts";
import { findPostgresPrograms, PROGRAMS_IN } from "./postgres-programs.ts";
import { withClient } from "./postgres.ts";
import { findQuietPort } from "./quiet-port.ts";

const ROOT = join(import.meta.dirname, "../..");
const SCRIPT = join(ROOT, "deploy/point-in-time/drill-restore.sh");
const isRoot = process.getuid?.() === 0;
const programs = findPostgresPrograms();
const skip = "missing" in programs ? programs.missing : false;

const folder = mkdtempSync(join(tmpdir(), "vitaran-point-"));
// PostgreSQL runs as a user without rights if we are root.
chmodSync(folder, 0o755);
const at = (name: string): string => join(folder, name);
const [base, wal, place, copy] = [at("base"), at("wal"), at("place"), at("programs")];
const bin = join(copy, PROGRAMS_IN);
for (const one of [base, wal, place]) {
  mkdirSync(one);
  chmodSync(one, 0o777);
}
const world = await makeFaultWorld();
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const server = await startDocumentedServer({
  wal_level: "replica",
  archive_mode: "on",
  archive_command: `cp %p ${wal}/%f`,
});
const { vault, log } = world.ctx;
let payer: Payer;
let engine: Context;

const pay = async (...keys: string[]): Promise<void> => {
  await acceptTransfers(
    engine,
    payer.merchantId,
    keys.map((key) => orderTo(key)),
  );
  await runtimeOf(engine).idle();
};

async function readNow(): Promise<string> {
  await sleep(50);
  return withClient(server.ownerUrl, async (client) => {
    const { rows } = await client.query<{ now: string }>("select clock_timestamp()::text as now");
    await sleep(50);
    return rows[0]!.now;
  });
}

/** Waits until PostgreSQL has archived all that is committed by now. */
async function archiveAll(): Promise<void> {
  await withClient(server.superuserUrl, async (client) => {
    await client.query("create table if not exists switched (at timestamptz)");
    await client.query("insert into switched values (now())");
    const { rows } = await client.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
    while (!readdirSync(wal).includes(rows[0]!.file)) await sleep(50);
  });
}

before(async () => {
  if (skip !== false) return;
  cpSync("place" in programs ? programs.place : "", copy, { recursive: true });
  payer = await world.makePayer();
  const path = join(folder, "seed.backup");
  await writeBackup({ ownerUrl: world.ownerUrl, path, vault });
  const { ownerUrl } = server;
  await loadBackup({ ownerUrl, path, vault, acceptUnkeyed: false, replace: false, atEnd: "select" });
  const url = await provisionAppRole(ownerUrl, appPassword(vault));
  engine = { ...world.ctx, db: openDb({ url, connections: 4, log, vault }) };
  world.engine = engine;
  world.onClose(() => engine.db.close());
  await pay("in the base backup");
  const name = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const to = join(base, `${name}Z`);
  const backup = ["--checkpoint=fast", "--wal-method=none", "--no-manifest", "--pgdata", to];
  execFileSync(join(bin, "pg_basebackup"), [...backup, "--dbname", server.superuserUrl]);
  // The name of a base backup has whole seconds.
  await sleep(1_100);
});

interface Drilled {
  readonly code: number;
  readonly said: string;
}

async function drill(to: string, more: readonly string[] = [], environment: Record<string, string> = {}) {
  const env = {
    ...process.env,
    ...world.environment,
    DATABASE_URL: server.ownerUrl,
    DATABASE_HOMES: "",
    VITARAN_DATA_DIR: join(folder, "data"),
    VITARAN: `${process.execPath} ${join(ROOT, "server/src/main.ts")}`,
    DRILL_WITH: "files",
    DRILL_BASE: base,
    DRILL_WAL: wal,
    DRILL_BIN: bin,
    DRILL_PLACE: place,
    DRILL_USER: "nobody",
    DRILL_PORT: String(await findQuietPort()),
    ...environment,
  };
  const run = promisify(execFile)("sh", [SCRIPT, "--to", to, ...more], { env });
  const { stdout, stderr, code } = await run.then(
    (said) => ({ ...said, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, said: stdout + stderr, port: env.DRILL_PORT } satisfies Drilled & { port: string };
}

test("the books are proved as they were at a moment, and production stays as it is", { skip }, async () => {
  await pay("before the moment");
  const moment = await readNow();
  await pay("after the moment");
  await archiveAll();
  const production = await sumTables(server.ownerUrl);
  const { code, said, port } = await drill(moment, ["--keep"]);
  assert.equal(code, 0, said);
  assert.match(said, /recovery stopping before commit/);
  assert.match(said, /The books are correct/);
  const scratch = new URL(server.ownerUrl);
  scratch.port = port;
  const keys = await withClient(scratch.href, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      "select transfer_key as key from transfers.transfer where merchant_id = $1 order by transfer_key",
      [payer.merchantId],
    );
    return rows.map(({ key }) => key);
  });
  assert.deepEqual(keys, ["before the moment", "in the base backup"]);
  const [, data, left] = /--pgdata=(\S+) stop, and rm -r (\S+)/.exec(said)!;
  const owner = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  spawnSync(join(bin, "pg_ctl"), ["--pgdata", data!, "--mode=immediate", "stop"], owner);
  rmSync(left!, { recursive: true });
  assert.deepEqual(await sumTables(server.ownerUrl), production);
});

test(
  "books that do not balance at that moment end the drill with 1, and nothing is left",
  { skip },
  async () => {
    const change = (by: number) =>
      withClient(new URL("/vitaran", server.superuserUrl).href, (client) =>
        client.query(`update ledger.account set balance_paise = balance_paise + ${by} where running`),
      );
    await change(1);
    const moment = await readNow();
    await change(-1);
    await archiveAll();
    const { code, said } = await drill(moment);
    assert.equal(code, 1, said);
    assert.doesNotMatch(said, /The books are correct/);
    assert.deepEqual(readdirSync(place), []);
  },
);

test("a moment that cannot be reached is refused with the reason", { skip }, async () => {
  const early = await drill("2020-01-01 00:00:00+05:30");
  assert.match(early.said, /no base backup in .* is older/);
  const late = await drill(new Date(Date.now() + 3_600_000).toISOString());
  assert.equal(late.code, 1, late.said);
  assert.match(late.said, /recovery ended before configured recovery target was reached/);
  assert.equal((await drill("yesterday evening or so")).code, 2);
  assert.deepEqual(readdirSync(place), []);
});
