import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { newId } from "#lib/ids";
import {
  deliverWebhooks,
  FORMATS,
  findMerchantsWithDueDeliveries,
  listDeliveries,
  listEndpoints,
  openListener,
  recordAnswers,
  takeDeliveries,
  WebhookError,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender, type Sender } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;

async function open({ merchantId }: Sender, format: (typeof FORMATS)[number] = "classic_form") {
  const { listenerId, secret } = await openListener(ctx, merchantId, { format, by: "system" });
  return {
    listenerId,
    secret,
    take: () => takeDeliveries(ctx, merchantId, { listenerId }),
    answer: (leaseUntil: Date, deliveryId: string, status: number | null) =>
      recordAnswers(ctx, merchantId, {
        listenerId,
        leaseUntil,
        answers: [{ deliveryId, status, excerpt: "said\u0000so", durationMs: 3 }],
      }),
  };
}

test("a listener is given what an address is sent, and neither gets the other's", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const listener = await open(sender);
  await sender.publish();
  assert.deepEqual((await listener.take()).deliveries, [], "the worker has not seen the event yet");
  assert.equal((await deliverWebhooks(ctx, sender.merchantId)).claimed, 1);
  const { deliveries } = await listener.take();
  const [sent] = receiver.received;
  assert.equal(deliveries.length, 1);
  const [{ body, headers }] = deliveries as [(typeof deliveries)[0]];
  assert.equal(body, sent!.body);
  assert.deepEqual(
    Object.keys(headers),
    Object.keys(headers).filter((name) => name in sent!.headers),
  );
  for (const name of ["content-type", "webhook-id", "x-webhook-seq", "x-cf-signature", "x-webhook-attempt"])
    assert.equal(headers[name], sent!.headers[name], name);
  const hex = createHmac("sha256", sender.clientSecret).update(body).digest("hex");
  assert.equal(headers["x-cf-signature"], hex);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(listener.secret.slice("whsec_".length), "base64");
  const standard = createHmac("sha256", key).update(signed).digest("base64");
  assert.equal(headers["webhook-signature"], `v1,${standard}`);
});

test("what a listener's receiver refuses comes again by the schedule, word for word", async () => {
  const sender = await makeSender(world);
  // v2 data is read from a transfer, and there is none here.
  for (const format of FORMATS.filter((one) => one !== "v2")) {
    const listener = await open(sender, format);
    await sender.publish();
    await deliverWebhooks(ctx, sender.merchantId);
    const first = await listener.take();
    const [taken] = first.deliveries;
    assert.deepEqual((await listener.take()).deliveries, [], "it is out on lease");
    await listener.answer(first.leaseUntil, taken!.deliveryId, format === "standard" ? null : 500);
    assert.deepEqual((await listener.take()).deliveries, [], "the next try is due in five seconds");
    const [failed] = await listDeliveries(ctx, sender.merchantId, { endpointId: listener.listenerId });
    assert.deepEqual([failed!.tries, failed!.status, failed!.lastExcerpt], [1, "pending", "said so"]);
    await sender.moveClock(6_000);
    const second = await listener.take();
    const [again] = second.deliveries;
    assert.deepEqual([again!.eventId, again!.body], [taken!.eventId, taken!.body]);
    assert.equal(again!.headers["x-webhook-attempt"], "2");
    assert.deepEqual(await listener.answer(second.leaseUntil, again!.deliveryId, 200), {
      delivered: 1,
      dead: 0,
    });
    // A response to the first lease comes too late, and changes nothing.
    await listener.answer(first.leaseUntil, taken!.deliveryId, 500);
    const [done] = await listDeliveries(ctx, sender.merchantId, { endpointId: listener.listenerId });
    assert.deepEqual([done!.tries, done!.status], [2, "delivered"]);
  }
});

test("a listener that died with webhooks in its hands is given them again after the lease", async () => {
  const sender = await makeSender(world);
  const listener = await open(sender);
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const [lost] = (await listener.take()).deliveries;
  await sender.moveClock(121_000);
  const [again] = (await listener.take()).deliveries;
  assert.deepEqual([again!.eventId, again!.body, again!.tries], [lost!.eventId, lost!.body, 0]);
});

test("a listener that asks for nothing is removed by the worker, however far the merchant's clock moves", async () => {
  const sender = await makeSender(world);
  const listener = await open(sender);
  await sender.moveClock(3_600_000);
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal((await listEndpoints(ctx, sender.merchantId)).length, 1, "a moved clock is no silence");
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const due = await ctx.db.sweep(findMerchantsWithDueDeliveries);
  assert.ok(!due.includes(sender.merchantId), "what waits for a listener is no work for a worker");
  await world.look(
    "update webhooks.endpoint set listened_at = now() - interval '3 minutes' where endpoint_id = $1",
    [listener.listenerId],
  );
  assert.ok((await ctx.db.sweep(findMerchantsWithDueDeliveries)).includes(sender.merchantId));
  await deliverWebhooks(ctx, sender.merchantId);
  assert.deepEqual(await listEndpoints(ctx, sender.merchantId), []);
  const [left] = await listDeliveries(ctx, sender.merchantId);
  assert.equal(left!.status, "dead");
  await assert.rejects(listener.take(), (error) => WebhookError.is(error, "listener_not_found"));
});

test("another merchant's listener does not exist, nor does an endpoint with an address", async () => {
  const [sender, other] = [await makeSender(world), await makeSender(world)];
  const listener = await open(sender);
  const { endpointId } = await other.addReceiver();
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  for (const listenerId of [listener.listenerId, endpointId, newId()]) {
    const asked = takeDeliveries(ctx, other.merchantId, { listenerId });
    await assert.rejects(asked, (error) => WebhookError.is(error, "listener_not_found"));
    const { leaseUntil, deliveries } = await listener.take();
    const answers = deliveries.map(({ deliveryId }) => ({
      deliveryId,
      status: 200,
      excerpt: "",
      durationMs: 1,
    }));
    const answered = recordAnswers(ctx, other.merchantId, { listenerId, leaseUntil, answers });
    await assert.rejects(answered, (error) => WebhookError.is(error, "listener_not_found"));
  }
  const [delivery] = await listDeliveries(ctx, sender.merchantId);
  assert.equal(delivery!.status, "pending");
});
