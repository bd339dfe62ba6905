import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deliverWebhooks,
  findMerchantsWithDueDeliveries,
  listDeliveries,
  listEndpoints,
  listTries,
  replayDelivery,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender, type Sender } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;
const DAY_MS = 24 * 3_600_000;

test("a receiver that is down for days gets ten equal tries, then the event is a dead letter", async () => {
  const sender = await makeSender(world);
  const { receiver, endpointId } = await sender.addReceiver();
  receiver.answer = () => ({ status: 500, body: "down for repair" });
  await sender.publish();
  const begin = await sender.now();
  for (let round = 1; round <= 10; round += 1) {
    assert.deepEqual(await findMine(sender), [sender.merchantId], `due for try ${round}`);
    const { claimed } = await deliverWebhooks(ctx, sender.merchantId);
    assert.equal(claimed, 1);
    const [delivery] = await listDeliveries(ctx, sender.merchantId);
    assert.equal(delivery!.tries, round);
    if (round === 10) break;
    assert.equal(delivery!.status, "pending");
    assert.deepEqual(await findMine(sender), []);
    assert.equal((await deliverWebhooks(ctx, sender.merchantId)).claimed, 0);
    await sender.moveClock(delivery!.dueAt!.getTime() - (await sender.now()).getTime());
  }
  const hours = ((await sender.now()).getTime() - begin.getTime()) / 3_600_000;
  assert.ok(hours > 68 && hours < 84, `${hours} hours`);
  const [dead] = await listDeliveries(ctx, sender.merchantId, { status: "dead" });
  assert.deepEqual([dead!.tries, dead!.lastStatus, dead!.lastExcerpt], [10, 500, "down for repair"]);
  const tries = await listTries(ctx, sender.merchantId, dead!.deliveryId);
  assert.deepEqual(
    tries.map((tried) => tried.status),
    Array(10).fill(500),
  );
  assert.equal((await listEndpoints(ctx, sender.merchantId))[0]!.consecutiveFailures, 10);

  // After a manual replay the same body is sent again, and one success clears the endpoint's failures.
  receiver.answer = () => ({ status: 200 });
  await replayDelivery(ctx, sender.merchantId, { deliveryId: dead!.deliveryId });
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 1, delivered: 1, dead: 0 });
  const [first, ...others] = receiver.received;
  assert.equal(others.length, 10);
  for (const other of others) {
    assert.equal(other.headers["webhook-id"], first!.headers["webhook-id"]);
    assert.equal(other.body, first!.body);
  }
  const [endpoint] = await listEndpoints(ctx, sender.merchantId);
  assert.deepEqual(
    [endpoint!.endpointId, endpoint!.consecutiveFailures, endpoint!.failingSince],
    [endpointId, 0, null],
  );
});

test("410 disables the endpoint at once; what waited for it is a dead letter", async () => {
  const sender = await makeSender(world);
  const { receiver, endpointId } = await sender.addReceiver();
  receiver.answer = () => ({ status: 500 });
  await sender.publish({}, {});
  await deliverWebhooks(ctx, sender.merchantId);
  receiver.answer = () => ({ status: 410 });
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const [endpoint] = await listEndpoints(ctx, sender.merchantId);
  assert.deepEqual([endpoint!.status, endpoint!.disabledBecause], ["disabled", "gone"]);
  assert.equal((await listDeliveries(ctx, sender.merchantId, { status: "dead", endpointId })).length, 3);
  const records = await ctx.db.inMerchant(sender.merchantId, (tx) =>
    tx.query<{ actor: string; detail: object }>(
      `select actor, detail from audit.record
       where merchant_id = $1 and action = 'webhooks.endpoint_disabled'`,
      [tx.merchantId],
    ),
  );
  assert.deepEqual(records, [{ actor: "system", detail: { because: "gone", deadLetters: 3 } }]);
  await sender.publish();
  assert.equal((await deliverWebhooks(ctx, sender.merchantId)).claimed, 0);
});

test("an endpoint that only fails for five days is disabled", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  receiver.answer = () => ({ status: 503 });
  for (let day = 0; day <= 5; day += 1) {
    assert.equal((await listEndpoints(ctx, sender.merchantId))[0]!.status, "enabled", `day ${day}`);
    await sender.publish();
    await deliverWebhooks(ctx, sender.merchantId);
    await sender.moveClock(DAY_MS);
  }
  const [endpoint] = await listEndpoints(ctx, sender.merchantId);
  assert.deepEqual([endpoint!.status, endpoint!.disabledBecause], ["disabled", "failing"]);
});

test("a receiver that asks for time by 429 and Retry-After gets it, up to a day", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  for (const [asked, waits] of [
    ["3600", 3_600_000],
    ["9999999", DAY_MS],
  ] as const) {
    receiver.answer = () => ({ status: 429, headers: { "retry-after": asked } });
    await sender.publish();
    await deliverWebhooks(ctx, sender.merchantId);
    const [delivery] = await listDeliveries(ctx, sender.merchantId);
    const [tried] = await listTries(ctx, sender.merchantId, delivery!.deliveryId);
    assert.equal(delivery!.dueAt!.getTime() - tried!.at.getTime(), waits);
  }
});

async function findMine(sender: Sender): Promise<string[]> {
  const all = await ctx.db.sweep(findMerchantsWithDueDeliveries);
  return all.filter((merchantId) => merchantId === sender.merchantId);
}
