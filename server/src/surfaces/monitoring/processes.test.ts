/** A process moves the metrics of its databases and workers, and a worker has a port. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { readFile, glob } from "node:fs/promises";
import { test } from "node:test";
import type pg from "pg";
import { connectBank } from "#fund-sources";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { noteWaitsGivenUp } from "#lib/db-transaction";
import { definedFigures } from "#lib/metrics";
import { startWorking } from "#lib/worker";
import { acceptTransfers, runtimeOf } from "#transfers";
import { orderTo } from "#test/faults/fault-world";
import { findQuietPort } from "#test/quiet-port";
import { makeWorld } from "#test/world";
import { listMetrics, serveWorker } from "#monitoring";
import { FIGURES } from "./list-metrics.ts";
import { writeHomeFigures } from "./read-figures.ts";
import { readMetrics, scrape } from "./test/scrape.ts";

const world = await makeWorld({ twoHomes: false });
const { ctx } = world;

test("every metric is moved by a test of this folder, and every set of figures is read", async () => {
  const texts: string[] = [];
  for await (const file of glob("*.test.ts", { cwd: import.meta.dirname }))
    texts.push(await readFile(`${import.meta.dirname}/${file}`, "utf8"));
  const all = texts.join("\n");
  assert.deepEqual(
    listMetrics().filter(({ name }) => !new RegExp(`"${name}(?:_count)?"`).test(all)),
    [],
  );
  assert.deepEqual(new Set(definedFigures), new Set(FIGURES));
});

test("transactions, round trips and statements are counted, and the use of connections is shown", async () => {
  const before = await readMetrics(world);
  const { merchantId } = await world.makeMerchant();
  await assert.rejects(ctx.db.inMerchant(merchantId, (tx) => tx.query("select 1 / 0")));
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const held = Array.from({ length: 14 }, () => ctx.db.sweep(async () => (await gate, [])));
  const during = await readMetrics(world);
  open();
  await Promise.all(held);
  const grown = (name: string, labels = {}): number =>
    (during.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
  assert.ok(grown("vitaran_db_rounds_total") > 0);
  assert.ok(grown("vitaran_db_statements_total") > grown("vitaran_db_rounds_total"));
  assert.ok(grown("vitaran_db_transactions_total", { outcome: "committed" }) > 0);
  assert.equal(grown("vitaran_db_transactions_total", { outcome: "failed" }), 1);
  const used = during.sum("vitaran_db_connections", { home: "first", state: "in_use" })!;
  assert.ok(
    used >= 9 && used + during.sum("vitaran_db_connections", { home: "first", state: "free" })! === 12,
  );
  assert.ok(during.sum("vitaran_db_waiting", { home: "first" })! >= 2);
});

test("a commit that the standby did not confirm is counted", async () => {
  const client = new EventEmitter();
  noteWaitsGivenUp(client as pg.ClientBase);
  const before = (await readMetrics(world)).sum("vitaran_db_commits_unconfirmed_total")!;
  client.emit("notice", { routine: "another" });
  client.emit("notice", { routine: "SyncRepWaitForLSN" });
  assert.equal((await readMetrics(world)).sum("vitaran_db_commits_unconfirmed_total"), before + 1);
});

test("a worker that fails is counted by its name, and says when it looked", async () => {
  const { merchantId } = await world.makeMerchant();
  const { promise: tried, resolve: note } = Promise.withResolvers<void>();
  const working = startWorking(ctx, {
    name: "broken",
    channel: "broken",
    everyMs: 10,
    findInAll: async () => [merchantId],
    work: async () => {
      note();
      throw new Error("it is broken");
    },
  });
  const began = Date.now() / 1_000;
  await tried;
  await working.stop();
  const seen = await readMetrics(world);
  assert.ok(seen.sum("vitaran_worker_failures_total", { worker: "broken" })! >= 1);
  assert.ok(seen.sum("vitaran_worker_looked_timestamp_seconds", { worker: "broken" })! >= began - 1);
});

test("payments wait for the pace of a bank that takes only so many a second", async () => {
  const { merchantId, debitAccount } = await world.makeMerchant({ balancePaise: 10_000_00n });
  const secrets = {
    keyId: "rzp_test_1",
    apiKey: "key",
    callbackSecret: "hook-of-32-characters-or-more-5e1f",
  };
  const bank = {
    bankId: "razorpayx",
    adapter: "razorpayx",
    baseUrl: "http://127.0.0.1:9/v1",
    simulated: true,
  };
  await connectBank(ctx, merchantId, { ...secrets, ...bank, debitAccount });
  await world.look("update fund_sources.bank_connection set enabled = bank_id = 'razorpayx'");
  await acceptTransfers(
    ctx,
    merchantId,
    ["a", "b", "c"].map((key) => orderTo(key)),
  );
  await runtimeOf(ctx).idle();
  const waited = (await readMetrics(world)).sum("vitaran_bank_pace_wait_seconds_total", {
    bank: "razorpayx",
  });
  assert.ok(waited !== null && waited > 0.1, String(waited));
});

test("a home that is away leaves its figures out, and the others are served", async () => {
  const away = { name: "west", url: "postgres://nobody@127.0.0.1:9/nothing" };
  const db = openDb({
    url: world.databaseUrl,
    others: [away],
    connections: 2,
    log: ctx.log,
    vault: ctx.vault,
  });
  world.onClose(() => db.close());
  const served = await serveWorker({ ...ctx, db, config: { ...ctx.config, workerPort: 0 } });
  const seen = await scrape(served.port);
  await served.close();
  assert.equal(seen.sum("vitaran_home_up", { home: "first" }), 1);
  assert.equal(seen.sum("vitaran_home_up", { home: "west" }), 0);
  assert.equal(seen.sum("vitaran_figures_up", { home: "west" }), null);
  assert.equal(seen.sum("vitaran_figures_up", { home: "first" }), FIGURES.length);
  assert.ok(seen.sum("vitaran_figures_duration_seconds", { home: "first", figures: "work" })! > 0);
  assert.equal(
    seen.samples.filter(({ name, labels }) => labels.home === "west" && /_db_/.test(name)).length,
    3,
  );
});

test("figures that cannot be read are named, and others are there; they are kept for ten seconds", async () => {
  const fresh = world.openContext({ connections: 2 });
  await world.look("revoke select on webhooks.event from vitaran_app");
  const seen = await readMetrics({ ctx: fresh, openContext: () => fresh });
  await world.look("grant select on webhooks.event to vitaran_app");
  assert.equal(seen.sum("vitaran_figures_up", { figures: "webhooks" }), 0);
  assert.equal(seen.sum("vitaran_figures_up"), FIGURES.length - 1);
  const kept = await writeHomeFigures(fresh);
  assert.match(kept, /vitaran_figures_up\{home="first",figures="webhooks"\} 0/);
});

/** Tables that keep everything that ever happened. */
const LARGE =
  /Seq Scan on (?:transfer|attempt|step|fact|delivery|event|try|message|request|break|line|call|posting)\b/;

test("figures are found by indexes of what is open, however much is stored", async () => {
  for (const { name, queries } of FIGURES)
    for (const { sql } of queries) {
      const plan = await ctx.db.sweep(async (read) => {
        await read.query("select set_config('enable_seqscan', 'off', true)");
        return read.query<Record<string, string>>(`explain (costs off) ${sql}`);
      });
      const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
      assert.doesNotMatch(text, LARGE, `${name}\n${text}`);
    }
});

test("a worker says that it lives, that it is ready, and what it measures, on its own port", async (context) => {
  const port = await findQuietPort();
  const serve = (set: boolean): Promise<{ port: number; close: () => Promise<void> }> =>
    serveWorker({ ...ctx, config: { ...ctx.config, workerPort: port, isWorkerPortSet: set } } as Context);
  const first = await serve(true);
  context.after(first.close);
  assert.equal(first.port, port);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  assert.deepEqual(await (await ask("/healthz")).json(), { status: "ok" });
  assert.deepEqual(await (await ask("/readyz")).json(), { status: "ready" });
  assert.equal((await scrape(port)).sum("vitaran_process_info", { role: "worker" }), 1);
  assert.equal((await ask("/payout/v1/getBalance")).status, 404);
  await assert.rejects(serve(true), { name: "ConfigError", setting: "WORKER_PORT" });
  const second = await serve(false);
  assert.notEqual(second.port, port);
  await second.close();
});
