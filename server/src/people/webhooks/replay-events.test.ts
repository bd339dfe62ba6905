import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import {
  deliverWebhooks,
  disableEndpoint,
  enableEndpoint,
  listDeliveries,
  makeEventId,
  replayDelivery,
  replayEvents,
  WebhookError,
  type NewEvent,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender, type Listening } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;
const HOUR_MS = 3_600_000;

test("a range of events goes out again under the same ids, also to an endpoint that came later", async () => {
  const sender = await makeSender(world);
  const first = await sender.addReceiver();
  const days: NewEvent[][] = [];
  for (let day = 0; day < 3; day += 1) {
    days.push(await sender.publish({ type: "TRANSFER_SUCCESS" }, { type: "TRANSFER_FAILED" }));
    await sender.moveClock(24 * HOUR_MS);
  }
  await deliverWebhooks(ctx, sender.merchantId);
  const later = await sender.addReceiver();
  const from = days[1]![0]!.at;
  const to = days[2]![0]!.at;

  assert.deepEqual(await replayEvents(ctx, sender.merchantId, { from, to }), { replayed: 4 });
  await deliverWebhooks(ctx, sender.merchantId);
  const middle = days[1]!.map(makeEventId).toSorted();
  assert.deepEqual(idsOf(later), middle);
  assert.deepEqual(idsOf(first), [...days.flat().map(makeEventId), ...middle].toSorted());

  const { endpointId } = later;
  const types = ["TRANSFER_FAILED"] as const;
  const replay = { from: days[0]![0]!.at, to: await sender.now(), types, endpointId };
  assert.deepEqual(await replayEvents(ctx, sender.merchantId, replay), { replayed: 3 });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(later.receiver.received.length, 5);
  assert.deepEqual(
    later.receiver.received.slice(2).map((got) => got.fields.event),
    ["TRANSFER_FAILED", "TRANSFER_FAILED", "TRANSFER_FAILED"],
  );

  const missing = { from: days[0]![0]!.at, to: await sender.now(), undeliveredOnly: true };
  assert.deepEqual(await replayEvents(ctx, sender.merchantId, missing), { replayed: 2 });
});

test("a replay of events that are still on their way makes no second delivery", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const [event] = await sender.publish({}, {});
  const range = { from: event!.at, to: new Date(event!.at.getTime() + 1) };
  assert.deepEqual(await replayEvents(ctx, sender.merchantId, range), { replayed: 2 });
  assert.deepEqual(await replayEvents(ctx, sender.merchantId, range), { replayed: 0 });
  await deliverWebhooks(ctx, sender.merchantId);
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(receiver.received.length, 2);
});

test("what a disabled endpoint missed comes with a replay from the moment it was disabled", async () => {
  const sender = await makeSender(world);
  const listening = await sender.addReceiver();
  const { endpointId } = listening;
  const waited = await sender.publish();
  await sender.moveClock(HOUR_MS);
  await disableEndpoint(ctx, sender.merchantId, { endpointId });
  const missed = await sender.publish();
  const refused = replayEvents(ctx, sender.merchantId, { from: new Date(0), to: new Date(), endpointId });
  await assert.rejects(refused, (error) => WebhookError.is(error, "endpoint_disabled"));
  const { disabledAt } = await enableEndpoint(ctx, sender.merchantId, { endpointId });
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 0, delivered: 0, dead: 0 });
  const to = new Date((await sender.now()).getTime() + 1);
  await replayEvents(ctx, sender.merchantId, { from: disabledAt!, to });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.deepEqual(idsOf(listening), missed.map(makeEventId));
  await replayEvents(ctx, sender.merchantId, { from: waited[0]!.at, to, undeliveredOnly: true });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.deepEqual(idsOf(listening), [...waited, ...missed].map(makeEventId).toSorted());
});

test("one delivery can be sent again, whatever became of it; only of one's own", async () => {
  const [sender, other] = await Promise.all([makeSender(world), makeSender(world)]);
  const listening = await sender.addReceiver();
  const [event] = await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const [delivery] = await listDeliveries(ctx, sender.merchantId);
  const { deliveryId } = delivery!;
  await replayDelivery(ctx, sender.merchantId, { deliveryId });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.deepEqual(idsOf(listening), [makeEventId(event!), makeEventId(event!)]);
  for (const [merchantId, id] of [
    [other.merchantId, deliveryId],
    [sender.merchantId, newId()],
  ] as const) {
    const refused = replayDelivery(ctx, merchantId, { deliveryId: id });
    await assert.rejects(refused, (error) => WebhookError.is(error, "delivery_not_found"));
  }
});

function idsOf({ receiver }: Listening): string[] {
  return receiver.received.map((got) => got.headers["webhook-id"]!).toSorted();
}
