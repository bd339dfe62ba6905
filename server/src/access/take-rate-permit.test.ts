import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./test-client.ts";
import { takeRatePermit, type RatePermit } from "./index.ts";

const world = await makeWorld();

/** A key pair whose clock stands at the beginning of a minute, so that a test ends within it. */
async function makeRated(ratePerMinute: number) {
  const { merchantId, clientId } = await makeTestClient(world.ctx, { ratePerMinute });
  await setClock(merchantId, 60_000 - (Date.now() % 60_000));
  return { merchantId, clientId, ratePerMinute };
}

const setClock = (merchantId: string, offsetMs: number): Promise<unknown> =>
  world.look(
    `insert into lib.merchant_clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
    [merchantId, offsetMs],
  );

const countAllowed = (permits: RatePermit[]): number => permits.filter((permit) => permit.allowed).length;

test("a limit is kept exactly by two processes that share it, whatever it is", async () => {
  for (const limit of [1, 2, 3, 17, 100, 1_000]) {
    const caller = await makeRated(limit);
    const [one, two] = [world.ctx, world.openContext({ connections: 2 })];
    const permits = await Promise.all(
      Array.from({ length: limit * 2 + 10 }, (_, call) => takeRatePermit(call % 2 === 0 ? one : two, caller)),
    );
    assert.equal(countAllowed(permits), limit);
  }
});

test("one call after the other, in turns, gets the whole limit and no more", async () => {
  const caller = await makeRated(60);
  const contexts: Context[] = [
    world.ctx,
    world.openContext({ connections: 2 }),
    world.openContext({ connections: 2 }),
  ];
  const permits: RatePermit[] = [];
  for (let call = 0; call < 90; call += 1) permits.push(await takeRatePermit(contexts[call % 3]!, caller));
  assert.equal(countAllowed(permits), 60);
});

test("a process that starts again does not start the limit again", async () => {
  const caller = await makeRated(20);
  const before = await Promise.all(Array.from({ length: 20 }, () => takeRatePermit(world.ctx, caller)));
  assert.equal(countAllowed(before), 20);
  assert.equal((await takeRatePermit(world.openContext({ connections: 2 }), caller)).allowed, false);
});

test("the answer tells the limit, what is left and when the minute ends", async () => {
  const caller = await makeRated(3);
  const permits = [];
  for (let call = 0; call < 5; call += 1) permits.push(await takeRatePermit(world.ctx, caller));
  assert.deepEqual(
    permits.map(({ allowed, limit, remaining }) => ({ allowed, limit, remaining })),
    [2, 1, 0, 0, 0].map((remaining, call) => ({ allowed: call < 3, limit: 3, remaining })),
  );
  for (const { resetSeconds } of permits) assert.ok(resetSeconds > 0 && resetSeconds <= 60);
});

test("the next minute begins with the whole limit", async () => {
  const caller = await makeRated(5);
  const take = () =>
    Promise.all(
      Array.from({ length: 8 }, () => takeRatePermit(world.openContext({ connections: 2 }), caller)),
    );
  assert.equal(countAllowed(await take()), 5);
  await setClock(caller.merchantId, 120_000 - (Date.now() % 60_000));
  assert.equal(countAllowed(await take()), 5);
});

test("a test clock that goes back does not leave the merchant without calls", async () => {
  const caller = await makeRated(5);
  await setClock(caller.merchantId, 86_400_000);
  const take = () => Promise.all(Array.from({ length: 8 }, () => takeRatePermit(world.ctx, caller)));
  assert.equal(countAllowed(await take()), 5);
  await setClock(caller.merchantId, 0);
  const restarted = world.openContext({ connections: 2 });
  assert.equal((await takeRatePermit(restarted, caller)).allowed, true);
});

test("key pairs do not share a limit", async () => {
  const [one, two] = [await makeRated(4), await makeRated(4)];
  const take = (caller: typeof one) =>
    Promise.all(Array.from({ length: 9 }, () => takeRatePermit(world.ctx, caller)));
  const [permitsOne, permitsTwo] = await Promise.all([take(one), take(two)]);
  assert.deepEqual([countAllowed(permitsOne), countAllowed(permitsTwo)], [4, 4]);
});

test("most calls of a high limit are answered from memory", async () => {
  const caller = await makeRated(100_000);
  let transactions = 0;
  const { db } = world.ctx;
  const counting: Context["db"] = {
    ...db,
    inMerchant: (merchantId, work) => {
      transactions += 1;
      return db.inMerchant(merchantId, work);
    },
  };
  const ctx = { ...world.ctx, db: counting };
  for (let call = 0; call < 10_000; call += 1)
    assert.equal((await takeRatePermit(ctx, caller)).allowed, true);
  assert.ok(transactions <= 2, `${transactions} transactions`);
});
