import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import {
  changeEndpoint,
  countReplay,
  deliverWebhooks,
  disableEndpoint,
  diagnoseSignature,
  listDeliveries,
  readDelivery,
  readEndpointHealth,
  removeEndpoint,
  replayEvents,
  sendTestEvent,
  WebhookError,
  type DeliveryFilter,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;
const HOUR_MS = 3_600_000;

test("a delivery is read with every try and the request word for word", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver({ format: "classic_json" });
  receiver.answer = () => ({ status: 500, body: "out of order" });
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  await sender.moveClock(HOUR_MS);
  receiver.answer = () => ({ status: 200, body: "thanks" });
  await deliverWebhooks(ctx, sender.merchantId);

  const { deliveryId } = (await listDeliveries(ctx, sender.merchantId))[0]!;
  const story = await readDelivery(ctx, sender.merchantId, deliveryId);
  assert.deepEqual(
    story.log.map(({ status, excerpt }) => [status, excerpt]),
    [
      [500, "out of order"],
      [200, "thanks"],
    ],
  );
  const [first, second] = receiver.received;
  assert.equal(story.request!.body, first!.body);
  assert.equal(first!.body, second!.body);
  assert.equal(story.request!.masked, false);
  assert.equal(story.request!.headers["x-cf-signature"], first!.headers["x-cf-signature"]);
  const given = { endpointId: story.endpointId, body: first!.body, signature: first!.fields.signature! };
  assert.equal((await diagnoseSignature(ctx, sender.merchantId, given)).verdict, "right");
});

test("one that succeeded at the first try has that try, and of a removed endpoint no request is shown", async () => {
  const sender = await makeSender(world);
  const { endpointId } = await sender.addReceiver();
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const { deliveryId } = (await listDeliveries(ctx, sender.merchantId))[0]!;
  const { log, status } = await readDelivery(ctx, sender.merchantId, deliveryId);
  assert.deepEqual([status, log.length, log[0]!.status], ["delivered", 1, 200]);
  await disableEndpoint(ctx, sender.merchantId, { endpointId });
  assert.notEqual(
    (await readDelivery(ctx, sender.merchantId, deliveryId)).request,
    null,
    "disabled, not gone",
  );
  await removeEndpoint(ctx, sender.merchantId, { endpointId });
  assert.equal((await readDelivery(ctx, sender.merchantId, deliveryId)).request, null);
  const other = await makeSender(world);
  await assert.rejects(readDelivery(ctx, other.merchantId, deliveryId), (error) =>
    WebhookError.is(error, "delivery_not_found"),
  );
});

test("deliveries are found by outcome, answer, event, endpoint and time", async () => {
  const sender = await makeSender(world);
  const good = await sender.addReceiver();
  const bad = await sender.addReceiver();
  const gone = await sender.addReceiver({ eventTypes: ["TRANSFER_FAILED"] });
  bad.receiver.answer = () => ({ status: 404 });
  gone.receiver.answer = () => ({ status: 410 });
  const before = await sender.now();
  await sender.publish({ type: "TRANSFER_SUCCESS" }, { type: "TRANSFER_FAILED" });
  await deliverWebhooks(ctx, sender.merchantId);
  await sender.moveClock(HOUR_MS);
  const after = await sender.now();
  await sender.publish({ type: "TRANSFER_REVERSED" });

  const count = async (filter: DeliveryFilter) =>
    (await listDeliveries(ctx, sender.merchantId, filter)).length;
  assert.equal(await count({ outcomes: ["delivered"] }), 2);
  assert.equal(await count({ outcomes: ["retrying"] }), 2);
  assert.equal(await count({ outcomes: ["failed"] }), 1);
  assert.equal(await count({ outcomes: ["waiting"] }), 0);
  assert.equal(await count({ outcomes: ["retrying", "failed"], answers: ["4xx", "5xx"] }), 3);
  assert.equal(await count({ endpointIds: [good.endpointId, gone.endpointId] }), 3);
  assert.equal(await count({ answers: ["2xx"] }), 2);
  assert.equal(await count({ answers: ["4xx"] }), 3);
  assert.equal(await count({ answers: ["none"] }), 0);
  assert.equal(await count({ types: ["TRANSFER_FAILED"] }), 3);
  assert.equal(await count({ types: ["TRANSFER_FAILED"], endpointId: good.endpointId }), 1);
  assert.equal(await count({ from: before, to: after }), 5);
  assert.equal(await count({ from: after }), 0);

  const health = await readEndpointHealth(ctx, sender.merchantId);
  const { delivered, failing } = health.get(bad.endpointId)!;
  assert.deepEqual({ delivered, failing }, { delivered: 0, failing: 2 });
  assert.equal(health.get(good.endpointId)!.delivered, 2);
});

test("a replay is counted before it is made, and makes what was counted", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const from = await sender.now();
  await sender.publish({ type: "TRANSFER_SUCCESS" }, { type: "TRANSFER_FAILED" });
  await deliverWebhooks(ctx, sender.merchantId);
  receiver.answer = () => ({ status: 410 });
  await sender.publish({ type: "TRANSFER_FAILED" });
  await deliverWebhooks(ctx, sender.merchantId);
  const later = await sender.addReceiver({ eventTypes: ["TRANSFER_FAILED"] });
  await sender.moveClock(1_000);
  const range = { from, to: await sender.now() };

  const all = await countReplay(ctx, sender.merchantId, range);
  assert.deepEqual(all, { deliveries: 2, byType: [{ type: "TRANSFER_FAILED", deliveries: 2 }] });
  const { endpointId } = later;
  const replay = { ...range, endpointId, undeliveredOnly: true };
  assert.equal((await countReplay(ctx, sender.merchantId, replay)).deliveries, 2);
  assert.deepEqual(await replayEvents(ctx, sender.merchantId, replay), { replayed: 2 });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal((await countReplay(ctx, sender.merchantId, replay)).deliveries, 0);
  assert.equal((await countReplay(ctx, sender.merchantId, range)).deliveries, 2);
});

test("other events are chosen from then on", async () => {
  const sender = await makeSender(world);
  const { endpointId, receiver } = await sender.addReceiver({ eventTypes: ["TRANSFER_SUCCESS"] });
  const change = (eventTypes: readonly string[] | null) =>
    changeEndpoint(ctx, sender.merchantId, { endpointId, eventTypes });
  assert.deepEqual(await change(["TRANSFER_FAILED", "TRANSFER_FAILED"]), ["TRANSFER_FAILED"]);
  await sender.publish({ type: "TRANSFER_SUCCESS" }, { type: "TRANSFER_FAILED" });
  await deliverWebhooks(ctx, sender.merchantId);
  assert.deepEqual(
    receiver.received.map(({ fields }) => fields.event),
    ["TRANSFER_FAILED"],
  );
  assert.equal(await change(null), null);
  for (const types of [[], ["TRANSFER_WON"]]) {
    await assert.rejects(change(types), (error) => WebhookError.is(error, "event_type_unknown"));
  }
  const strange = changeEndpoint(ctx, sender.merchantId, { endpointId: newId(), eventTypes: null });
  await assert.rejects(strange, (error) => WebhookError.is(error, "endpoint_not_found"));
});

test("a test shows the request that the receiver got", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver({ format: "classic_json" });
  receiver.answer = () => ({ status: 201, body: "made" });
  const tested = await sendTestEvent(ctx, sender.merchantId, { url: receiver.url, format: "classic_json" });
  assert.deepEqual([tested.status, tested.accepted], [201, false]);
  assert.doesNotMatch(tested.excerpt, /made/);
  assert.equal(tested.request.body, receiver.received[0]!.body);
  assert.equal(tested.request.headers["x-cf-signature"], receiver.received[0]!.headers["x-cf-signature"]);
  assert.equal((await listDeliveries(ctx, sender.merchantId)).length, 0);
});
