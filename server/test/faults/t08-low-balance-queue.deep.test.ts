/**
 * Transfers wait for money while top-ups, limits, expiries and cancellations race with two engines that admit them.
 * They go in order, overdraw nothing and are admitted once. A transfer that has waited too long fails on the
 * second.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setOverdraftLimit, topUp } from "#fund-sources";
import type { Context } from "#lib/context";
import {
  acceptTransfers,
  admitTransfers,
  cancelTransfers,
  followTransfers,
  runtimeOf,
  setQueuingTime,
  TransferError,
  workTransfers,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, tiered, type Payer } from "./fault-world.ts";

const QUEUED = tiered({ deep: 2_500, nightly: 20_000 });
const HOUR_MS = 3_600_000;

const seed = process.env.FAULT_SEED ?? "vitaran-8";
const dice = makeDice(seed);
const world = await makeFaultWorld();

/**
 * The moves of the engines, in the order of their commits: an engine that admits transfers holds the wallet's lock
 * until then.
 */
const moves: { transferId: string; to: string }[] = [];
followTransfers("batch", async (_tx, changes) => {
  for (const { before, after } of changes) {
    if (before.status === "waiting") moves.push({ transferId: before.transferId, to: after.status });
  }
});

let topUps = 0;

async function giveMoney(merchant: Payer, amountPaise: bigint): Promise<void> {
  topUps += 1;
  const { bankId, fundSourceId, merchantId } = merchant;
  await topUp(world.ctx, merchantId, { bankId, utr: `QUEUE-${topUps}`, amountPaise, fundSourceId });
}

async function readTransfers(
  merchant: Payer,
): Promise<Pick<Transfer, "transferId" | "status" | "priority">[]> {
  return world.look(
    `select transfer_id as "transferId", status, priority
     from transfers.transfer
     where merchant_id = $1
     order by reference_id`,
    [merchant.merchantId],
  );
}

async function queueOrders(ctx: Context, { merchantId }: Payer, count: number): Promise<string[]> {
  const origin = { kind: "batch", id: randomUUID() } as const;
  const orders = Array.from({ length: count }, (_, n): TransferOrder => ({
    ...orderTo(`queue_${n}`),
    amountPaise: BigInt(1_00 + Math.floor(dice() * 400_00)),
    priority: Math.floor(dice() * 3),
    origin,
  }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 500) {
    for (const one of await acceptTransfers(ctx, merchantId, orders.slice(from, from + 500))) {
      assert.ok(one.kind === "accepted" && one.transfer.waitingFor === "funds");
      ids.push(one.transfer.transferId);
    }
  }
  return ids;
}

test(`${QUEUED} queued transfers go in their turn, whatever races with them`, async (context) => {
  const merchant = await world.makePayer({ balancePaise: 1n });
  const { merchantId, fundSourceId } = merchant;
  await setQueuingTime(world.ctx, merchantId, { hours: 2, by: "system" });
  const ids = await queueOrders(world.ctx, merchant, QUEUED);
  const engines = [world.openContext(), world.openContext()];
  const racing = { going: true };
  const admitting = engines.map(async (ctx) => {
    while (racing.going) await admitTransfers(ctx, merchantId);
  });
  let cancelled = 0;
  for (let round = 0; round < 60; round += 1) {
    const chance = dice();
    if (chance < 0.6) await giveMoney(merchant, BigInt(1_00 + Math.floor(dice() * 9_000_00)));
    else if (chance < 0.8) {
      const limitPaise = BigInt(Math.floor(dice() * 3_000_00));
      await setOverdraftLimit(world.ctx, merchantId, { fundSourceId, limitPaise, by: "system" });
    } else {
      const transferId = ids[Math.floor(dice() * ids.length)]!;
      const cancelling = cancelTransfers(world.ctx, merchantId, {
        transferIds: [transferId],
        because: "race",
      });
      await cancelling.then(
        () => (cancelled += 1),
        (error: unknown) => assert.ok(TransferError.is(error, "not_cancellable"), String(error)),
      );
    }
  }
  await advance(world, merchant, 2 * HOUR_MS);
  await Promise.all([giveMoney(merchant, 10_00_000n), workTransfers(engines[0]!, merchantId)]);
  racing.going = false;
  await Promise.all(admitting);
  for (const ctx of [...engines, world.ctx]) await settle(world, ctx, merchant);
  await assertSound(world, [merchant]);
  const admitted = assertTurns(await readTransfers(merchant));
  assert.ok(admitted > 50 && cancelled > 0 && admitted + cancelled < QUEUED, `${admitted} and ${cancelled}`);
  context.diagnostic(
    `seed ${seed}: ${QUEUED} queued, ${admitted} admitted in turn, ${cancelled} cancelled, the rest expired`,
  );
});

/** Replays the moves: each admitted transfer was the first in the queue. Returns the number of those admitted. */
function assertTurns(transfers: readonly Pick<Transfer, "transferId" | "priority">[]): number {
  const turn = transfers.toSorted((a, b) => b.priority - a.priority).map(({ transferId }) => transferId);
  const left = new Set<string>();
  let next = 0;
  let admitted = 0;
  for (const { transferId, to } of moves) {
    assert.ok(!left.has(transferId), `${transferId} left the queue twice`);
    if (to === "ready") {
      while (left.has(turn[next]!)) next += 1;
      assert.equal(transferId, turn[next], "somebody overtook");
      admitted += 1;
    }
    left.add(transferId);
  }
  return admitted;
}

async function makeQueuer(balancePaise = 1n): Promise<Payer> {
  const merchant = await world.makePayer({ balancePaise });
  await setQueuingTime(world.ctx, merchant.merchantId, { hours: 1, by: "system" });
  return merchant;
}

async function statusesOf(merchant: Payer): Promise<string[]> {
  return (await readTransfers(merchant)).map(({ status }) => status);
}

test("a queued transfer fails when its time has passed, and not a second before", async () => {
  const merchant = await makeQueuer();
  await acceptTransfers(world.ctx, merchant.merchantId, [orderTo("late_1")]);
  // The clock continues to run in the meantime.
  await advance(world, merchant, HOUR_MS - 60_000);
  await workTransfers(world.ctx, merchant.merchantId);
  assert.deepEqual(await statusesOf(merchant), ["waiting"]);
  await advance(world, merchant, 60_001);
  await workTransfers(world.ctx, merchant.merchantId);
  assert.deepEqual(await statusesOf(merchant), ["failed"]);
  await assertSound(world, [merchant]);
});

test("who comes later waits behind those who wait, even where the money would suffice", async () => {
  const merchant = await makeQueuer(200_00n);
  const { merchantId } = merchant;
  const dear = { ...orderTo("first"), amountPaise: 300_00n };
  await acceptTransfers(world.ctx, merchantId, [dear]);
  await acceptTransfers(world.ctx, merchantId, [orderTo("second")]);
  await workTransfers(world.ctx, merchantId);
  assert.deepEqual(await statusesOf(merchant), ["waiting", "waiting"]);
  await giveMoney(merchant, 300_00n);
  await workTransfers(world.ctx, merchantId);
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await statusesOf(merchant), ["succeeded", "succeeded"]);
  await assertSound(world, [merchant]);
});

test("a scheduled transfer holds nothing until its time, then goes, queues, or fails for lack of money", async () => {
  const rich = await world.makePayer({ balancePaise: 200_00n });
  const poor = await world.makePayer({ balancePaise: 1n });
  const queuer = await makeQueuer();
  const merchants = [rich, poor, queuer];
  for (const { merchantId } of merchants) {
    const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
    const processOn = new Date(clock!.now.getTime() + 24 * HOUR_MS);
    await acceptTransfers(world.ctx, merchantId, [{ ...orderTo("tomorrow"), processOn }]);
    await workTransfers(world.ctx, merchantId);
  }
  for (const merchant of merchants) assert.deepEqual(await statusesOf(merchant), ["waiting"]);
  await assertSound(world, merchants);
  for (const merchant of merchants) {
    await advance(world, merchant, 24 * HOUR_MS);
    await workTransfers(world.ctx, merchant.merchantId);
  }
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await statusesOf(rich), ["succeeded"]);
  assert.deepEqual(await statusesOf(poor), ["failed"]);
  assert.deepEqual(await statusesOf(queuer), ["waiting"]);
  await giveMoney(queuer, 200_00n);
  await workTransfers(world.ctx, queuer.merchantId);
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await statusesOf(queuer), ["succeeded"]);
  await assertSound(world, merchants);
});

test("where no one queues any more, a scheduled transfer goes by its own, though one still waits", async () => {
  const merchant = await makeQueuer(200_00n);
  const { merchantId } = merchant;
  await acceptTransfers(world.ctx, merchantId, [{ ...orderTo("dear"), amountPaise: 300_00n }]);
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  const processOn = new Date(clock!.now.getTime() + 60_000);
  await acceptTransfers(world.ctx, merchantId, [{ ...orderTo("soon"), processOn }]);
  await setQueuingTime(world.ctx, merchantId, { hours: null, by: "system" });
  await advance(world, merchant, 60_000);
  await workTransfers(world.ctx, merchantId);
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await statusesOf(merchant), ["waiting", "succeeded"]);
  await assertSound(world, [merchant]);
});

test("an order for the past, or for more than a year ahead, is refused", async () => {
  const { merchantId } = await world.makePayer();
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  for (const aheadMs of [-1_000, 366 * 24 * HOUR_MS]) {
    const processOn = new Date(clock!.now.getTime() + aheadMs);
    const [answer] = await acceptTransfers(world.ctx, merchantId, [
      { ...orderTo(`odd_${aheadMs}`), processOn },
    ]);
    assert.ok(answer?.kind === "refused" && answer.code === "process_on_invalid");
  }
  for (const hours of [0.9, 241]) {
    const setting = setQueuingTime(world.ctx, merchantId, { hours, by: "system" });
    await assert.rejects(setting, (error) => TransferError.is(error, "queuing_time_invalid"));
  }
});
