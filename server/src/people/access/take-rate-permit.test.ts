import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { withinOneMinute } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import { takeRatePermit, type RatePermit } from "./index.ts";

const world = await makeWorld();

const makeRated = async (ratePerMinute: number) => {
  const { merchantId, clientId } = await makeTestClient(world.ctx, { ratePerMinute });
  return { merchantId, clientId, ratePerMinute };
};

/** A test that ends in the minute in which it begins. */
const testInMinute = (name: string, work: () => Promise<void>): void =>
  void test(name, () => withinOneMinute(world, work));

const setClock = (merchantId: string, offsetMs: number): Promise<unknown> =>
  world.look(
    `insert into lib.merchant_clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
    [merchantId, offsetMs],
  );

const shiftWindow = (merchantId: string, by: string): Promise<unknown> =>
  world.look(
    "update access.rate_window set window_start = window_start + $2::interval where merchant_id = $1",
    [merchantId, by],
  );

/** Eight calls at a process that has just started. */
function takeAfresh(caller: Awaited<ReturnType<typeof makeRated>>): Promise<RatePermit[]> {
  const started = world.openContext({ connections: 2 });
  return Promise.all(Array.from({ length: 8 }, () => takeRatePermit(started, caller)));
}

const countAllowed = (permits: RatePermit[]): number => permits.filter((permit) => permit.allowed).length;

testInMinute("a limit is kept exactly by two processes that share it, whatever it is", async () => {
  for (const limit of [1, 2, 3, 17, 100, 1_000]) {
    const caller = await makeRated(limit);
    const [one, two] = [world.ctx, world.openContext({ connections: 2 })];
    const permits = await Promise.all(
      Array.from({ length: limit * 2 + 10 }, (_, call) => takeRatePermit(call % 2 === 0 ? one : two, caller)),
    );
    assert.equal(countAllowed(permits), limit);
  }
});

testInMinute("one call after the other, in turns, gets the whole limit and no more", async () => {
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

testInMinute("a process that starts again does not start the limit again", async () => {
  const caller = await makeRated(20);
  const before = await Promise.all(Array.from({ length: 20 }, () => takeRatePermit(world.ctx, caller)));
  assert.equal(countAllowed(before), 20);
  assert.equal((await takeRatePermit(world.openContext({ connections: 2 }), caller)).allowed, false);
});

testInMinute("the answer tells the limit, what is left and when the minute ends", async () => {
  const caller = await makeRated(3);
  const permits = [];
  for (let call = 0; call < 5; call += 1) permits.push(await takeRatePermit(world.ctx, caller));
  assert.deepEqual(
    permits.map(({ allowed, limit, remaining }) => ({ allowed, limit, remaining })),
    [2, 1, 0, 0, 0].map((remaining, call) => ({ allowed: call < 3, limit: 3, remaining })),
  );
  for (const { resetSeconds } of permits) assert.ok(resetSeconds > 0 && resetSeconds <= 60);
});

testInMinute("the next minute begins with the whole limit", async () => {
  const caller = await makeRated(5);
  assert.equal(countAllowed(await takeAfresh(caller)), 5);
  await shiftWindow(caller.merchantId, "-1 minute");
  assert.equal(countAllowed(await takeAfresh(caller)), 5);
});

testInMinute("a test clock that is moved gives no more calls", async () => {
  const caller = await makeRated(5);
  assert.equal(countAllowed(await takeAfresh(caller)), 5);
  for (const offsetMs of [60_000, 86_400_000, 31_536_000_000]) {
    await setClock(caller.merchantId, offsetMs);
    assert.equal(countAllowed(await takeAfresh(caller)), 0, `${offsetMs} ms on`);
  }
});

testInMinute(
  "a window that was left behind in the future does not leave the merchant without calls",
  async () => {
    const caller = await makeRated(5);
    assert.equal(countAllowed(await takeAfresh(caller)), 5);
    await shiftWindow(caller.merchantId, "1 day");
    assert.equal(countAllowed(await takeAfresh(caller)), 5);
  },
);

testInMinute("key pairs do not share a limit", async () => {
  const [one, two] = [await makeRated(4), await makeRated(4)];
  const take = (caller: typeof one) =>
    Promise.all(Array.from({ length: 9 }, () => takeRatePermit(world.ctx, caller)));
  const [permitsOne, permitsTwo] = await Promise.all([take(one), take(two)]);
  assert.deepEqual([countAllowed(permitsOne), countAllowed(permitsTwo)], [4, 4]);
});

testInMinute("most calls of a high limit are answered from memory", async () => {
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
