import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Context } from "#lib/context";
import { wakeWorker } from "#lib/worker";
import { listDeliveries, makeEventId, startDelivering, type Delivery } from "#webhooks";
import { changeHome, makeWorld } from "#test/world";
import { makeSender, type Sender } from "./test/make-sender.ts";

const world = await makeWorld();
/** With this interval, only notifications wake the worker. */
const NEVER_MS = 2 ** 31 - 1;

test("a notification is enough for a first try, or for the next when the clock has moved", async (t) => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  await deliverUntilEnd(t, world.ctx, NEVER_MS);
  receiver.answer = () => ({ status: 500 });
  await sender.publish();
  await receiver.until(1);
  await settled(sender, (delivery) => delivery.tries === 1);
  await sender.moveClock(10_000);
  await world.ctx.db.inMerchant(sender.merchantId, (tx) => wakeWorker(tx, "webhooks"));
  await receiver.until(2);
});

test("without a notification the sweep finds what is due", async (t) => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  await sender.publish();
  await deliverUntilEnd(t, world.ctx, NEVER_MS);
  await receiver.until(1);
  receiver.answer = () => ({ status: 500 });
  await deliverUntilEnd(t, world.ctx, 20);
  await sender.publish();
  await receiver.until(2);
  await settled(sender, (delivery) => delivery.tries === 1);
  await sender.moveClock(10_000);
  await receiver.until(3);
});

test("sweeps that come due while one is under way are not made up for", async () => {
  let sweeps = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const ctx = changeHome(world.ctx, (home) => ({
    ...home,
    async sweep(work) {
      sweeps += 1;
      await released;
      return home.sweep(work);
    },
  }));
  const stop = await startDelivering(ctx, { sweepEveryMs: 1 });
  for (let ticks = 0; ticks < 20; ticks += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  const stopped = stop();
  release();
  await stopped;
  assert.equal(sweeps, 1);
});

test("a receiver that does not answer delays no other endpoint and no other merchant", async (t) => {
  const [sender, other] = await Promise.all([makeSender(world), makeSender(world)]);
  // This must hold even if all of them are behind one host.
  const { receiver } = await sender.addReceiver({ eventTypes: ["LOW_BALANCE_ALERT"] });
  for (const path of ["/slow", "/quick"]) await sender.addReceiver({ at: { receiver, path } });
  await other.addReceiver({ at: { receiver, path: "/foreign" } });
  let release = (): void => undefined;
  const released = new Promise<{ status: number }>((resolve) => (release = () => resolve({ status: 200 })));
  receiver.answer = ({ path }) => (path === "/slow" ? released : { status: 200 });
  const at = (path: string): number => receiver.received.filter((got) => got.path === path).length;
  await deliverUntilEnd(t, world.ctx, NEVER_MS);
  await sender.publish(...Array.from({ length: 30 }, () => ({})));
  await receiver.until(5 + 30);
  for (let more = 1; more <= 5; more += 1) {
    await sender.publish({});
    await other.publish({});
    await receiver.until(5 + 30 + 2 * more);
  }
  // All the while, the slow one had exactly five requests in progress.
  assert.deepEqual([at("/slow"), at("/quick"), at("/foreign")], [5, 35, 5]);
  release();
  await receiver.until(35 + 35 + 5);
});

test("stopping waits for the tries under way and gives back what has not begun", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  let release = (): void => undefined;
  const released = new Promise<{ status: number }>((resolve) => (release = () => resolve({ status: 200 })));
  receiver.answer = () => released;
  const stop = await startDelivering(world.ctx, { sweepEveryMs: NEVER_MS });
  await sender.publish(...Array.from({ length: 20 }, () => ({})));
  await receiver.until(5);
  const stopped = stop();
  release();
  await stopped;
  assert.equal(receiver.received.length, 5);
  const deliveries = await listDeliveries(world.ctx, sender.merchantId);
  assert.equal(deliveries.filter((delivery) => delivery.status === "delivered").length, 5);
  const now = await sender.now();
  const free = deliveries.filter(
    (delivery) => delivery.dueAt !== null && delivery.dueAt <= now && delivery.tries === 0,
  );
  assert.equal(free.length, 15);
});

test("two workers share the work: every event arrives once while all goes well", async (t) => {
  const senders = await Promise.all(Array.from({ length: 4 }, () => makeSender(world)));
  const listenings = await Promise.all(senders.map((sender) => sender.addReceiver()));
  await deliverUntilEnd(t, world.ctx, NEVER_MS);
  await deliverUntilEnd(t, world.openContext(), NEVER_MS);
  const sets = await Promise.all(
    senders.flatMap((sender) =>
      Array.from({ length: 10 }, () => sender.publish(...Array.from({ length: 20 }, () => ({})))),
    ),
  );
  for (const { receiver } of listenings) await receiver.until(200);
  for (const sender of senders) await settled(sender, (delivery) => delivery.status === "delivered");
  const expected = sets.flat().map(makeEventId).toSorted();
  const got = listenings.flatMap(({ receiver }) =>
    receiver.received.map(({ headers }) => headers["webhook-id"]!),
  );
  assert.deepEqual(got.toSorted(), expected);
});

test("with a receiver that fails now and then every event arrives or is a dead letter", async (t) => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const moods = [200, 500, 200, 429, 302, 200, 404, 200, 503, 200];
  let asked = 0;
  receiver.answer = () => ({ status: moods[asked++ % moods.length]! });
  await deliverUntilEnd(t, world.ctx, 20);
  const events = await sender.publish(...Array.from({ length: 1000 }, () => ({})));
  for (let waiting = 1000; waiting > 0;) {
    await sender.moveClock(3_600_000);
    await world.ctx.db.inMerchant(sender.merchantId, (tx) => wakeWorker(tx, "webhooks"));
    const [row] = await world.look<{ waiting: number }>(COUNT_WAITING, [sender.merchantId]);
    waiting = row!.waiting;
  }
  const arrived = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  const dead = await listDeliveries(world.ctx, sender.merchantId, { status: "dead", limit: 100 });
  for (const event of events) {
    const id = makeEventId(event);
    assert.ok(arrived.has(id) || dead.some((delivery) => delivery.eventId === id), `${id} is lost`);
  }
});

const COUNT_WAITING = `
  select (select count(*) from webhooks.event where merchant_id = $1 and pending)::int
    + (select count(*) from webhooks.delivery where merchant_id = $1 and status = 'pending')::int as waiting`;

async function deliverUntilEnd(t: TestContext, ctx: Context, sweepEveryMs: number): Promise<void> {
  const stop = await startDelivering(ctx, { sweepEveryMs });
  t.after(stop);
}

/** Polls until every delivery of the merchant is as expected. */
async function settled(sender: Sender, isSettled: (delivery: Delivery) => boolean): Promise<void> {
  for (;;) {
    const deliveries = await listDeliveries(world.ctx, sender.merchantId, { limit: 100 });
    if (deliveries.length > 0 && deliveries.every(isSettled)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
