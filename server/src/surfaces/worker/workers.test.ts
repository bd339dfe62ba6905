import assert from "node:assert/strict";
import { readFile, glob } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { definedWorkers, defineWorker } from "#lib/worker";
import { makeWorld } from "#test/world";
import { readMoments, startWorker, WORKERS } from "./workers.ts";

const world = await makeWorld();

test("every loop of background work belongs to a declared worker", async () => {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const missing: string[] = [];
  for await (const file of glob("*/*/**/*.ts", { cwd: folder })) {
    if (/\.test\.ts$|^kit\/lib\//.test(file)) continue;
    const text = await readFile(`${folder}${file}`, "utf8");
    if (/\bstartWorking\(|\bsetInterval\(/.test(text) && /^export (async )?function start/m.test(text))
      if (!text.includes("defineWorker(")) missing.push(file);
  }
  assert.deepEqual(missing, []);
});

test("a worker that is not in the list stops the start", async () => {
  assert.deepEqual(new Set(definedWorkers.values()), new Set(WORKERS));
  defineWorker({ name: "forgotten", everyMs: 1_000, due: "false", step: () => Promise.resolve() });
  await assert.rejects(startWorker(world.ctx), /not in the list: forgotten$/);
  assert.throws(() => defineWorker({ ...WORKERS[0]! }), /two workers are named approvals/);
});

test("every worker does its work for a merchant that has nothing to do, as a test clock asks it to", async () => {
  const { merchantId } = await world.makeMerchant();
  for (const { name, work } of WORKERS)
    await assert.doesNotReject(async () => work?.(world.ctx, merchantId), name);
});

/** Moments that are only read when something else is done, so that no worker waits for them. */
const READ_ONLY_THEN: readonly string[] = [
  "access.token.expires_at",
  // A batch is taken by the database's clock.
  "batches.batch.free_at",
  // These have a due time in another column.
  "erasures.erasure.all_until",
  "erasures.erasure.kept_until",
  "health.incident.ends_at",
  "links.link.expires_at",
  "links.link.password_ends_at",
  "links.link.passwords_refused_until",
  "links.session.ends_at",
  "recalls.recall.watched_until",
  "risk.blocked_payee.expires_at",
  "webhooks.endpoint.previous_secret_until",
];

test("every moment at which a merchant's work is due stands in the table of workers", async () => {
  const columns = await world.look<{ name: string; place: string; column: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name,
       table_schema || '.' || table_name as place, column_name as column
     from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE'
       and column_name ~ '(^|_)(due_at|expires_at|ends_at|free_at|until)$'
       and column_name <> 'leased_until'
       and exists (
         select from information_schema.columns as key
         where key.table_schema = tables.table_schema
           and key.table_name = tables.table_name
           and key.column_name = 'merchant_id'
       )
     order by 1`,
  );
  const moments = WORKERS.flatMap((worker) => Object.values(worker.moments).map(({ at }) => at));
  const missing = columns.filter(
    ({ place, column }) =>
      !moments.some((at) => new RegExp(`from ${place}\\s`).test(at) && at.includes(column)),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    READ_ONLY_THEN,
  );
});

test("a merchant for whom nothing is planned has no moment, and every kind can be asked for", async () => {
  const { merchantId } = await world.makeMerchant();
  const moments = await world.ctx.db.inMerchant(merchantId, readMoments);
  assert.equal(
    moments.length,
    WORKERS.reduce((sum, worker) => sum + Object.keys(worker.moments).length, 0),
  );
  const planned = moments.filter(({ next }) => next !== null);
  assert.deepEqual(planned, []);
});
