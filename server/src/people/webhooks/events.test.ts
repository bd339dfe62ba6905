import assert from "node:assert/strict";
import { test } from "node:test";
import { violates } from "#lib/db";
import { newId } from "#lib/ids";
import { deliverWebhooks, listDeliveries, publishEvents, type EventData, type NewEvent } from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender, TRANSFER_DATA, type Sender } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;

test("events are there when the transaction commits, and not when it does not", async () => {
  const sender = await makeSender(world);
  const event = makeEvent({ seq: 1 });
  const broken = ctx.db.inMerchant(sender.merchantId, async (tx) => {
    await publishEvents(tx, [event]);
    throw new Error("no");
  });
  await assert.rejects(broken, /^Error: no$/u);
  assert.deepEqual(await readEvents(sender), []);
  await sender.publish(event);
  assert.deepEqual(await readEvents(sender), [
    { seq: 1, type: "TRANSFER_SUCCESS", pending: false, data: null },
  ]);
});

test("the same subject and seq twice refuses the whole set", async () => {
  const sender = await makeSender(world);
  const [known] = await sender.publish();
  const set = [makeEvent({}), makeEvent({ subjectId: known!.subjectId, seq: 1 })];
  await assert.rejects(
    ctx.db.inMerchant(sender.merchantId, (tx) => publishEvents(tx, set)),
    (error) => violates(error, "event_published_once"),
  );
  assert.equal((await readEvents(sender)).length, 1);
});

test("an empty set and a set of hundreds are published alike", async () => {
  const sender = await makeSender(world);
  await sender.addReceiver();
  await ctx.db.inMerchant(sender.merchantId, (tx) => publishEvents(tx, []));
  const data = { ...TRANSFER_DATA, reason: 'says "no", {really} \\ and goes' };
  await sender.publish(
    ...Array.from({ length: 700 }, (_, index) => (index % 2 === 0 ? { data: null } : { data })),
  );
  const events = await readEvents(sender);
  assert.equal(events.length, 700);
  assert.equal(events.filter((event) => event.data === null).length, 350);
  assert.deepEqual(events.find((event) => event.data !== null)!.data, data);
  assert.ok(events.every((event) => event.pending));
});

test("one notification for a set, none where no one listens", async () => {
  const [deaf, heard] = await Promise.all([makeSender(world), makeSender(world)]);
  await heard.addReceiver();
  const notified: string[] = [];
  let tell = (): void => undefined;
  const twice = new Promise<void>((resolve) => (tell = resolve));
  const unlisten = await ctx.db.listen("webhooks", (merchantId) => {
    notified.push(merchantId);
    if (notified.filter((id) => id === heard.merchantId).length === 2) tell();
  });
  // Notifications come in the order of the commits.
  await heard.publish(...Array.from({ length: 100 }, () => ({})));
  await deaf.publish({}, {});
  await heard.publish({});
  await twice;
  await unlisten();
  assert.deepEqual(notified, [heard.merchantId, heard.merchantId]);
});

test("without an endpoint events are kept and make no work", async () => {
  const sender = await makeSender(world);
  await sender.publish({}, {});
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 0, delivered: 0, dead: 0 });
  assert.deepEqual(await listDeliveries(ctx, sender.merchantId), []);
  assert.equal((await readEvents(sender)).length, 2);
});

test("an endpoint gets the types it asked for, and nothing of another merchant", async () => {
  const [sender, other] = await Promise.all([makeSender(world), makeSender(world)]);
  const some = await sender.addReceiver({ eventTypes: ["TRANSFER_FAILED", "LOW_BALANCE_ALERT"] });
  const all = await sender.addReceiver();
  const foreign = await other.addReceiver();
  for (const { receiver } of [some, all]) receiver.mayBreakSchemas = true;
  await sender.publish(
    { type: "TRANSFER_SUCCESS" },
    { type: "TRANSFER_FAILED" },
    { type: "LOW_BALANCE_ALERT" },
  );
  await deliverWebhooks(ctx, sender.merchantId);
  await deliverWebhooks(ctx, other.merchantId);
  const typesOf = (received: readonly { fields: EventData }[]) =>
    received.map((got) => got.fields.event).toSorted();
  assert.deepEqual(typesOf(some.receiver.received), ["LOW_BALANCE_ALERT", "TRANSFER_FAILED"]);
  assert.deepEqual(typesOf(all.receiver.received), [
    "LOW_BALANCE_ALERT",
    "TRANSFER_FAILED",
    "TRANSFER_SUCCESS",
  ]);
  assert.equal(foreign.receiver.received.length, 0);
  assert.deepEqual(await listDeliveries(ctx, other.merchantId), []);
});

function makeEvent(change: Partial<NewEvent>): NewEvent {
  return { type: "TRANSFER_SUCCESS", subjectId: newId(), seq: 1, at: new Date(), data: null, ...change };
}

interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly pending: boolean;
  readonly data: EventData | null;
}

async function readEvents(sender: Sender): Promise<StoredEvent[]> {
  return ctx.db.inMerchant(sender.merchantId, (tx) =>
    tx.query<StoredEvent>(
      "select seq, type, pending, data from webhooks.event where merchant_id = $1 order by at",
      [tx.merchantId],
    ),
  );
}
