/**
 * A first home that is a cluster, and a second home with a copy of the directory: whatever node of the cluster is lost,
 * the copy has all that the directory has, and nothing else.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres, type EmbeddedPostgres } from "@vitaran/dev-postgres";
import { migrate } from "#lib/migrate";
import { prepareHome } from "#lib/prepare-home";
import { makeDice } from "../faults/dice.ts";
import { withClient } from "../postgres.ts";
import { startCluster, type DataNode } from "./cluster.ts";
import { drawMishaps } from "./mishaps.ts";
import { ADDRESSES } from "./node-files.ts";
import { say } from "./open-stage.ts";

const rounds = Number(process.env.FAILOVER_ROUNDS ?? 2);
const seed = process.env.FAILOVER_SEED ?? String(Date.now() % 1_000_000);
const dice = makeDice(seed);

/** The copy waits for nodes that come back, on a computer that may be busy. */
const PATIENCE_MS = 120_000;
/** Longer than Patroni needs to drop a slot that it does not know. */
const AWAY_MS = 15_000;

const cluster = await startCluster({});
after(() => cluster.close());
await withClient(cluster.url, (client) => client.query("create database vitaran"));
const directoryUrl = new URL("/vitaran", cluster.url).href;
const directory = makeWriter();
let west = await startWest();
after(() => west.stop());
await migrate(directoryUrl);
await migrate(west.url);
await prepareHome({ name: "west", ownerUrl: west.url, directoryUrl, copyFromUrl: directoryUrl });

test(`${rounds} mishaps of the first home: the copy of its directory is complete after each`, async () => {
  directory.start();
  after(() => directory.pause());
  for (const mishap of drawMishaps(rounds, dice)) {
    const roles = await cluster.awaitReady();
    await awaitSlot(roles.standby);
    await sleep(dice() * 3_000);
    await mishap.happen(cluster, roles);
    await directory.next();
    await mishap.mend(cluster, roles);
    await cluster.awaitReady();
    await directory.pause();
    const count = await awaitSame();
    directory.start();
    say(`${mishap.name}: the copy has all ${count} rows`);
  }
  await directory.pause();
});

test("a home that is away for a while finds its slot, and catches up", async () => {
  const { dataDir, port } = west;
  await west.stop();
  await directory.write();
  await sleep(AWAY_MS);
  west = await startWest({ dataDir, port });
  say(`it catches up: ${await awaitSame()} rows`);
});

/** A home of its own outside the cluster, which reaches it only by way of HAProxy. */
function startWest(
  again: { dataDir?: string; port?: number } = {},
): Promise<EmbeddedPostgres & { dataDir: string }> {
  const { dataDir = mkdtempSync(join(tmpdir(), "vitaran-west-")), port } = again;
  return startPostgres({
    dataDir,
    ...(port === undefined ? {} : { port }),
    log: { info: () => undefined, warn: () => undefined },
    settings: { wal_level: "logical", wal_retrieve_retry_interval: "500ms" },
  }).then((started) => ({ ...started, dataDir }));
}

/** Waits until the standby has the home's slot, so that it can go on with it after a takeover. */
async function awaitSlot(standby: DataNode): Promise<void> {
  const url = new URL("/vitaran", cluster.url);
  url.hostname = ADDRESSES[standby];
  await until("the standby has the slot", async () => {
    const found = await withClient(url.href, (client) =>
      client.query(
        "select from pg_replication_slots where synced and not temporary and invalidation_reason is null",
      ),
    );
    return found.rows.length === 1;
  });
}

const LIST = "select organization_id as id from access.organization order by 1";

/** Waits until the copy has the same rows as the directory; returns their number. */
async function awaitSame(): Promise<number> {
  let count = 0;
  await until("the copy has the rows of the directory", async () => {
    const read = (url: string) =>
      withClient(url, async (client) => (await client.query<{ id: string }>(LIST)).rows);
    const [original, copy] = await Promise.all([read(directoryUrl), read(west.url)]);
    count = original.length;
    const [missing, extra] = [original, copy].map((one, at) => {
      const others = new Set((at === 0 ? copy : original).map(({ id }) => id));
      return one.filter(({ id }) => !others.has(id)).length;
    });
    if (missing === 0 && extra === 0) return true;
    throw new Error(`the copy lacks ${missing} rows and has ${extra} that the directory lacks`);
  });
  return count;
}

/** A write that takes longer goes to a node that is gone. */
const LATE_MS = 5_000;

/** Writes organizations one after the other, also while the cluster is away. */
function makeWriter() {
  let isRunning = false;
  let running = Promise.resolve();
  let written = 0;
  const write = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: directoryUrl,
      connectionTimeoutMillis: LATE_MS,
      query_timeout: LATE_MS,
    });
    // The query in progress has the error as well.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(
        "insert into access.organization (organization_id, name) values (uuidv7(), 'Asha Traders')",
      );
    } finally {
      void client.end().catch(() => undefined);
    }
  };
  const run = async (): Promise<void> => {
    while (isRunning) {
      await write().then(
        () => void (written += 1),
        () => undefined,
      );
      await sleep(20);
    }
  };
  return {
    write,
    start(): void {
      isRunning = true;
      running = run();
    },
    async pause(): Promise<void> {
      isRunning = false;
      await running;
    },
    /** Resolves when a row was written that was begun after the call. */
    async next(): Promise<void> {
      const wanted = written + 2;
      await until("the cluster accepts a row", async () => written >= wanted);
    },
  };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let why = ""; ; await sleep(250)) {
    const isDone = await isSo().catch((error: Error) => {
      why = error.message;
      return false;
    });
    if (isDone) return;
    assert.ok(Date.now() < giveUpAt, `${what}: not within ${PATIENCE_MS / 1_000} s: ${why}`);
  }
}
