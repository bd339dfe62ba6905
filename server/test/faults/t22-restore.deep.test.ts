/**
 * T22: the database is restored to an earlier time, but the banks are not. Nothing is sent before their statements
 * since then have been read. Lost orders that are repeated turn out to be paid, even at a bank that pays a repeated
 * reference twice.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import pg from "pg";
import type { Context } from "#lib/context";
import { CrashError, setCrashHook } from "#lib/crash-points";
import { verifyLedger } from "#proof";
import { beginRecovery, endRecovery, listBreaks, noticeRestore, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { changeHome } from "../world.ts";
import { advance, makeFaultWorld, orderTo, tiered, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const LOST = tiered({ deep: 6, nightly: 100 });
const DAY_MS = 86_400_000;

interface Restored {
  readonly ctx: Context;
  look<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/**
 * Copies the database as it is now, and opens an engine on the copy: this is what a backup of this moment would
 * restore.
 */
async function copyDatabase(): Promise<Restored> {
  const source = new URL(world.ownerUrl).pathname.slice(1);
  const copy = `world_${randomBytes(8).toString("hex")}`;
  const owner = new pg.Pool({ connectionString: new URL("/postgres", world.ownerUrl).href, max: 1 });
  owner.on("error", () => undefined);
  world.onClose(() => owner.end());
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [source]);
  await owner.query(`create database ${copy} template ${source}`);
  world.onClose(async () => void (await owner.query(`drop database ${copy} with (force)`)));
  const lookers = new pg.Pool({ connectionString: new URL(`/${copy}`, world.ownerUrl).href, max: 2 });
  lookers.on("error", () => undefined);
  world.onClose(() => lookers.end());
  return {
    ctx: world.openContext({ databaseUrl: new URL(`/${copy}`, world.databaseUrl).href }),
    look: async <R extends object>(text: string, values: readonly unknown[] = []) =>
      (await lookers.query(text, [...values])).rows as R[],
  };
}

const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `LOST-${from + index}`);

async function order(ctx: Context, { merchantId }: Payer, transferKeys: readonly string[]): Promise<void> {
  await acceptTransfers(
    ctx,
    merchantId,
    transferKeys.map((key) => orderTo(key)),
  );
  await runtimeOf(ctx).idle();
}

/** Returns the number of debits of each reference at the merchant's bank. */
async function readDebits({ debitAccount }: Payer): Promise<number[]> {
  const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
  const { rows } = await world.simulator.control<{ rows: [string, string, number][] }>("GET", path);
  return rows.map(([, , debits]) => debits);
}

async function statusesOf({ look }: Restored, { merchantId }: Payer): Promise<Record<string, number>> {
  const rows = await look<{ status: string; count: number }>(
    "select status, count(*)::int as count from transfers.transfer where merchant_id = $1 group by status",
    [merchantId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test("after a restore nothing is paid twice, and what was lost is found", async () => {
  const merchants = [
    await world.makePayer({ bankIds: ["meghdoot"] }),
    await world.makePayer({ bankIds: ["himshikhar"] }),
    await world.makePayer({ bankIds: ["purvasagar"] }),
  ];
  for (const merchant of merchants) {
    await order(world.ctx, merchant, ["KEPT"]);
    await workReconciliation(world.ctx, merchant.merchantId);
    await advance(world, merchant, 60_000);
  }
  const since = new Date(Date.now() - 120_000);
  const restored = await copyDatabase();
  const { ctx, look } = restored;
  for (const merchant of merchants) await order(world.ctx, merchant, keys(0, LOST));
  world.engine = ctx;
  for (const merchant of merchants) {
    const { merchantId } = merchant;
    assert.equal((await beginRecovery(ctx, merchantId, { since, by: "system" })).length, 1);
    // Half of the lost orders are repeated before the statements have been read, together with a new one.
    await order(ctx, merchant, [...keys(0, LOST / 2), "NEW"]);
    await workTransfers(ctx, merchantId);
    assert.equal((await statusesOf(restored, merchant)).waiting, LOST / 2 + 1, "orders are taken, and wait");
    assert.equal((await readDebits(merchant)).length, LOST + 1, "nothing was sent");
    for (let step = 0; step < 2; step += 1) {
      await advance(world, merchant, DAY_MS);
      await look("update lib.merchant_clock set offset_ms = offset_ms + $2 where merchant_id = $1", [
        merchantId,
        DAY_MS,
      ]);
      await workReconciliation(ctx, merchantId);
    }
    await order(ctx, merchant, keys(LOST / 2, LOST));
    for (let round = 0; round < 3; round += 1) {
      await workTransfers(ctx, merchantId);
      await runtimeOf(ctx).idle();
      await advance(world, merchant, 3_600_000);
      await look("update lib.merchant_clock set offset_ms = offset_ms + 3600000 where merchant_id = $1", [
        merchantId,
      ]);
      await workReconciliation(ctx, merchantId);
    }
    assert.deepEqual(await statusesOf(restored, merchant), { succeeded: LOST + 2 });
    const debits = await readDebits(merchant);
    assert.deepEqual(
      debits,
      Array.from({ length: LOST + 2 }, () => 1),
      `${merchant.bankId} debited each once`,
    );
    assert.deepEqual(await listBreaks(ctx, merchantId, { open: true, limit: 10 }), []);
  }
  const { findings } = await verifyLedger(ctx);
  assert.deepEqual(findings, []);
});

test("what one bank has paid is not paid by another one whose statements are in sooner", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "purvasagar"] });
  const { merchantId } = merchant;
  await order(world.ctx, merchant, ["KEPT"]);
  const since = new Date(Date.now() - 1_000);
  const restored = await copyDatabase();
  const { ctx, look } = restored;
  await order(world.ctx, merchant, ["LOST"]);
  assert.deepEqual(await readDebits(merchant), [1, 1]);
  world.engine = ctx;
  assert.equal((await beginRecovery(ctx, merchantId, { since, by: "system" })).length, 2);
  await endRecovery(ctx, merchantId, { bankId: "purvasagar", because: "it has paid nothing", by: "system" });
  await order(ctx, merchant, ["LOST", "NEW"]);
  await workTransfers(ctx, merchantId);
  assert.deepEqual(await statusesOf(restored, merchant), { succeeded: 1, waiting: 2 });
  assert.deepEqual(await readDebits(merchant), [1, 1], "nothing was sent to either bank");
  await endRecovery(ctx, merchantId, { bankId: "meghdoot", because: "for the test", by: "system" });
  const held = await look("select from fund_sources.bank_connection where recovering_since is not null");
  assert.equal(held.length, 0);
});

test("a restored database is noticed by itself, though a process dies of it; its original is not", async () => {
  const merchant = await world.makePayer();
  assert.equal(await noticeRestore(world.ctx), false, "nothing is remembered yet");
  assert.equal(await noticeRestore(world.ctx), false);
  const [before] = await world.look<{ seenAt: Date }>(SEEN);
  const restored = await copyDatabase();
  world.engine = world.ctx;
  const readHeld = async (): Promise<(Date | null)[]> => {
    const text = "select recovering_since as since from fund_sources.bank_connection where merchant_id = $1";
    return (await restored.look<{ since: Date | null }>(text, [merchant.merchantId])).map(
      ({ since }) => since,
    );
  };
  setCrashHook((point) => {
    if (point === "reconciliation.restore.held") throw new CrashError(point);
  });
  await assert.rejects(noticeRestore(restored.ctx), CrashError);
  setCrashHook(null);
  assert.equal(await noticeRestore(restored.ctx), true);
  const [since] = await readHeld();
  const [clock] = await world.look<{ aheadMs: string }>(
    `select extract(epoch from lib.now_of($1) - now()) * 1000 as "aheadMs"`,
    [merchant.merchantId],
  );
  const early = since!.getTime() - Number(clock!.aheadMs) - before!.seenAt.getTime();
  assert.ok(Math.abs(early) < 1_000, `held since the moment that was remembered, but ${early} ms`);
  assert.equal(await noticeRestore(restored.ctx), false);
  assert.equal(await noticeRestore(world.ctx), false);
  assert.deepEqual(
    await world.look("select 1 from fund_sources.bank_connection where recovering_since is not null"),
    [],
  );
});

test("a standby that lacks nothing holds no bank back, if a process finds what it wrote before", async () => {
  const merchant = await world.makePayer();
  const takeOver = async (
    ctx: Context,
    {
      was = "'/00000000/'",
      synchronous = true,
      back = "0 s",
    }: { was?: string; synchronous?: boolean; back?: string } = {},
  ): Promise<boolean> => {
    assert.equal(await noticeRestore(world.ctx), false);
    await world.look(
      `update reconciliation.database_seen
       set identity = regexp_replace(identity, '/.*/', ${was}), synchronous = $1, seen_at = seen_at - $2::interval`,
      [synchronous, back],
    );
    return noticeRestore(ctx);
  };
  assert.equal(await takeOver(world.ctx), false);
  assert.deepEqual(
    await world.look(
      "select 1 from fund_sources.bank_connection where merchant_id = $1 and recovering_since is not null",
      [merchant.merchantId],
    ),
    [],
  );
  assert.equal(await takeOver(world.ctx, { synchronous: false }), true, "commits did not wait for it");
  assert.equal(await takeOver(world.ctx, { back: "1 s" }), true, "it lacks what this process wrote");
  assert.equal(await takeOver(world.ctx, { was: "'0/00000000/'" }), true, "it is of another cluster");
  assert.equal(await takeOver(world.openContext()), true, "this process wrote nothing before");
});

test("what was begun before another server was examined is not sent after that either", async () => {
  const merchant = await world.makePayer();
  let examinedAt = -Infinity;
  const ctx = changeHome(world.openContext(), (home) => ({
    ...home,
    servers: { ...home.servers, examinedAt: () => examinedAt },
  }));
  // The banks are held in this moment. The order was accepted before, and is sent next.
  setCrashHook((point) => {
    if (point === "transfers.accept.committed") examinedAt = performance.now();
  });
  await order(ctx, merchant, ["BEFORE"]);
  setCrashHook(null);
  assert.deepEqual(await readDebits(merchant), []);
  await advance(world, merchant, 60_000);
  await workTransfers(ctx, merchant.merchantId);
  await runtimeOf(ctx).idle();
  assert.deepEqual(await readDebits(merchant), [1], "it was decided anew");
});

test("two processes that notice a standby at the same moment hold no bank back", async () => {
  const merchant = await world.makePayer();
  let asks = 0;
  let meanwhile: number | null = null;
  const slow = changeHome(world.openContext(), (home) => ({
    ...home,
    async transact(work) {
      asks += 1;
      // It has found another identity, and has not read what was remembered.
      if (asks === meanwhile) assert.equal(await noticeRestore(world.ctx), false);
      return home.transact(work);
    },
  }));
  for (const ctx of [world.ctx, slow]) assert.equal(await noticeRestore(ctx), false);
  await world.look(
    `update reconciliation.database_seen
     set identity = regexp_replace(identity, '/.*/', '/00000000/'), synchronous = true`,
  );
  meanwhile = asks + 3;
  assert.equal(await noticeRestore(slow), false);
  assert.ok(asks > meanwhile, "the other process was first");
  assert.deepEqual(
    await world.look(
      "select from fund_sources.bank_connection where merchant_id = $1 and recovering_since is not null",
      [merchant.merchantId],
    ),
    [],
  );
});

const SEEN = `select seen_at as "seenAt" from reconciliation.database_seen`;
