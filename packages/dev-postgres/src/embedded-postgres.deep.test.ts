import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  DataFolderError,
  startPostgres,
  type EmbeddedPostgres,
  type StartPostgresOptions,
} from "./embedded-postgres.ts";

const log = { info: () => undefined, warn: () => undefined };
const base = mkdtempSync(join(tmpdir(), "vitaran-launcher-"));
// PostgreSQL runs as another user if we are root, and must be able to reach its folder.
chmodSync(base, 0o755);
const dataDir = join(base, "postgres");
const lockFile = join(dataDir, "cluster", "postmaster.pid");
let running: EmbeddedPostgres | null = null;

after(async () => {
  await running?.stop();
  rmSync(base, { recursive: true, force: true });
});

async function start(options: Partial<StartPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  running = await startPostgres({ dataDir, log, ...options });
  return running;
}

async function ask<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end();
  }
}

const readMaster = (): number => Number.parseInt(readFileSync(lockFile, "utf8"), 10);

async function untilGone(file: string): Promise<void> {
  while (existsSync(file)) await sleep(20);
}

/** Starts another process that runs PostgreSQL on the same folder. */
async function holdElsewhere() {
  const program = fileURLToPath(new URL("../test/hold-postgres.ts", import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await Promise.race([
    once(child.stdout, "data").then(([text]) => text as Buffer),
    once(child, "exit").then(() => Promise.reject(new Error("the other process ended"))),
  ]);
  const kill = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { url: line.toString().trim(), kill };
}

test("keeps the data over a clean stop", async () => {
  const first = await start();
  await ask(first.url, "create table kept (id int); insert into kept values (1)");
  await first.stop();
  await first.stop();
  assert.deepEqual(await first.ended, { asked: true });
  const second = await start();
  assert.deepEqual(await ask(second.url, "select id from kept"), [{ id: 1 }]);
});

test("asks for the password, listens on this machine only, and is durable", async () => {
  const { url } = running as EmbeddedPostgres;
  const wrong = new URL(url);
  wrong.password = "guess";
  await assert.rejects(ask(wrong.href, "select 1"), { code: "28P01" });
  const settings = await ask<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings
     where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit')
     order by name`,
  );
  assert.deepEqual(
    settings.map((row) => row.setting),
    ["on", "127.0.0.1", "on", ""],
  );
});

test("what was committed is there after PostgreSQL was killed", async () => {
  const before = running as EmbeddedPostgres;
  await ask(before.url, "insert into kept values (2)");
  await before.crash();
  assert.deepEqual(await before.ended, { asked: false });
  const after = await start({ port: before.port });
  assert.equal(after.url, before.url);
  assert.deepEqual(await ask(after.url, "select id from kept order by id"), [{ id: 1 }, { id: 2 }]);
  await after.stop();
});

test("the process id of a dead PostgreSQL that now is another program's does not matter", async () => {
  writeFileSync(
    lockFile,
    `${process.pid}\n${join(dataDir, "cluster")}\n1\n5432\n\n127.0.0.1\n  1  1\nready   \n`,
  );
  const postgres = await start();
  assert.equal((await ask(postgres.url, "select 1 as one")).length, 1);
});

test("a second start on the same folder is refused with the reason", async () => {
  await assert.rejects(startPostgres({ dataDir, log }), (error) => {
    assert.ok(error instanceof DataFolderError);
    assert.match(error.message, /another process is using .* already/);
    return true;
  });
  await (running as EmbeddedPostgres).stop();
});

test("PostgreSQL stops cleanly when the process that started it is killed", async () => {
  const holder = await holdElsewhere();
  await ask(holder.url, "insert into kept values (3)");
  await holder.kill();
  // PostgreSQL removes this file as the last step of a clean stop.
  await untilGone(lockFile);
  const postgres = await start();
  assert.equal((await ask(postgres.url, "select id from kept")).length, 3);
  await postgres.stop();
});

if (process.platform === "linux") {
  test("a start takes over from a PostgreSQL whose supervisor was killed too", async () => {
    const holder = await holdElsewhere();
    const left = readMaster();
    const supervisor = Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${left}/stat`, "utf8"))?.[1]);
    process.kill(supervisor, "SIGSTOP");
    await holder.kill();
    process.kill(supervisor, "SIGKILL");
    const postgres = await start();
    assert.notEqual(readMaster(), left);
    assert.equal((await ask(postgres.url, "select id from kept")).length, 3);
    await postgres.stop();
  });
}

if (process.getuid?.() === 0) {
  test("root may keep the data where PostgreSQL's user cannot go", async () => {
    const hidden = mkdtempSync(join(tmpdir(), "vitaran-hidden-"));
    chmodSync(hidden, 0o700);
    const postgres = await startPostgres({ dataDir: join(hidden, "postgres"), log, temporary: true });
    assert.equal((await ask(postgres.url, "select 1 as one")).length, 1);
    await postgres.stop();
    rmSync(hidden, { recursive: true });
  });
}

test("the data of another major version is refused by name", async () => {
  writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "17\n");
  await assert.rejects(startPostgres({ dataDir, log }), /holds the data of PostgreSQL 17/);
});
