/** Embedded PostgreSQL comes back by itself, with what was committed, and listeners listen again. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Db } from "./db.ts";
import { openDb } from "./homes.ts";
import { keepPostgres } from "./keep-postgres.ts";
import { makeLog } from "./log.ts";
import { makeVault } from "./vault.ts";

const dataDir = mkdtempSync(join(tmpdir(), "vitaran-test-"));
const log = makeLog("silent");
const settings = { shared_buffers: "32MB" };
const postgres = await keepPostgres({ dataDir, log, settings, temporary: true });
const db = openDb({ url: postgres.url, connections: 3, log, vault: makeVault(randomBytes(32)) });
after(async () => {
  await db.close();
  await postgres.stop();
});

const readMaster = async (): Promise<number> => {
  const [row] = await db.sweep((tx) =>
    tx.query<{ folder: string }>("select current_setting('data_directory') as folder"),
  );
  return Number.parseInt(readFileSync(join(row!.folder, "postmaster.pid"), "utf8"), 10);
};

/** Asks until there is a response; errors until then must say that nothing was done. */
async function untilBack(): Promise<void> {
  for (;;) {
    try {
      return void (await db.directory((tx) => tx.query("select 1")));
    } catch (error) {
      assert.equal((error as Error).name, "DatabaseUnavailableError");
      await sleep(20);
    }
  }
}

/** Listens on a channel and records its notifications, and whether any were missed. */
async function listen(on: Db, channel: string) {
  const heard: string[] = [];
  let tell = (): void => undefined;
  const missed = new Promise<void>((resolve) => (tell = resolve));
  await on.listen(channel, (payload) => void heard.push(payload), tell);
  return { heard, missed };
}

for (const whole of [true, false]) {
  test(`${whole ? "PostgreSQL" : "one session"} killed: it is back at the same address`, async () => {
    const channel = whole ? "whole" : "session";
    const { heard, missed } = await listen(db, channel);
    const master = await readMaster();
    await db.directory((tx) => tx.query(`create table kept_${channel} as select 1 as id`));
    const pid = whole ? master : await findSession();
    process.kill(pid, "SIGKILL");
    await missed;
    await untilBack();
    assert.equal((await readMaster()) === master, !whole);
    assert.equal((await db.sweep((tx) => tx.query(`select id from kept_${channel}`))).length, 1);
    await db.directory((tx) => tx.query("select pg_notify($1, 'again')", [channel]));
    while (heard.length === 0) await sleep(20);
    assert.deepEqual(heard, ["again"]);
  });
}

/** Returns the process ID of another session: when it is killed, PostgreSQL's recovery ends our sessions. */
async function findSession(): Promise<number> {
  const other = new pg.Client({ connectionString: postgres.url });
  other.on("error", () => undefined);
  await other.connect();
  const { rows } = await other.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

test("a transaction whose session is lost before COMMIT says that nothing was done", async () => {
  const lost = db.directory(async (tx) => {
    await tx.query("create table never as select 1 as id");
    const [row] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    process.kill(row!.pid, "SIGTERM");
    await tx.query("select pg_sleep(60)");
  });
  await assert.rejects(lost, { name: "DatabaseUnavailableError" });
  const [found] = await db.sweep((tx) =>
    tx.query<{ name: string | null }>("select to_regclass('never') as name"),
  );
  assert.equal(found!.name, null);
});

test("a folder that another PostgreSQL uses is refused by the name of its setting", async () => {
  await assert.rejects(keepPostgres({ dataDir, log, settings }), {
    name: "ConfigError",
    setting: "VITARAN_DATA_DIR",
    message: /another process is using .* already/,
  });
});

test("one that was stopped stays stopped", async () => {
  const master = await readMaster();
  await postgres.stop();
  await postgres.stop();
  assert.throws(() => process.kill(master, 0), { code: "ESRCH" });
  await assert.rejects(
    db.directory((tx) => tx.query("select 1")),
    { name: "DatabaseUnavailableError" },
  );
});
