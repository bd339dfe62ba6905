import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { changeMerchant, resetApiClient } from "#access";
import { crashAt } from "#test/crash-at";
import { deliverWebhooks, listDeliveries, makeEventId, rotateSecret } from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender, TRANSFER_DATA } from "./test/make-sender.ts";
import type { Received } from "./test/scripted-receiver.ts";

const world = await makeWorld();
const { ctx } = world;
const DAY_MS = 24 * 3_600_000;

test("an event goes to every endpoint in its format, and each signature holds", async () => {
  const sender = await makeSender(world);
  const form = await sender.addReceiver({ format: "classic_form" });
  const json = await sender.addReceiver({ format: "classic_json" });
  const standard = await sender.addReceiver({ format: "standard" });
  const [event] = await sender.publish({ data: { ...TRANSFER_DATA, utr: "" } });
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 3, delivered: 3, dead: 0 });

  const id = makeEventId(event!);
  for (const { receiver, secret } of [form, json, standard]) {
    const [got] = receiver.received;
    assert.equal(receiver.received.length, 1);
    assert.equal(got!.headers["webhook-id"], id);
    assert.equal(got!.headers["x-webhook-seq"], "1");
    assert.equal(got!.headers["x-webhook-attempt"], "1");
    new Webhook(secret).verify(got!.body, got!.headers, { jsonParse: false });
  }
  for (const { receiver } of [form, json]) verifyClassic(receiver.received[0]!, sender.clientSecret);
  assert.deepEqual(form.receiver.received[0]!.fields, json.receiver.received[0]!.fields);
  const names = Object.keys(form.receiver.received[0]!.fields).toSorted().join(" ");
  assert.equal(names, "acknowledged event eventTime referenceId signature transferId utr");
  const { type, timestamp, seq, data } = JSON.parse(standard.receiver.received[0]!.body);
  assert.deepEqual([type, timestamp, seq], ["TRANSFER_SUCCESS", event!.at.toISOString(), 1]);
  assert.equal(data.transferId, "order-1");

  const deliveries = await listDeliveries(ctx, sender.merchantId);
  assert.deepEqual(
    deliveries.map(({ status, tries, lastStatus }) => ({ status, tries, lastStatus })),
    [
      { status: "delivered", tries: 1, lastStatus: 200 },
      { status: "delivered", tries: 1, lastStatus: 200 },
      { status: "delivered", tries: 1, lastStatus: 200 },
    ],
  );
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 0, delivered: 0, dead: 0 });
});

for (const point of [
  "webhooks.deliver.after_claim",
  "webhooks.deliver.after_send",
  "webhooks.deliver.before_record",
  "db.transaction.before_commit",
]) {
  test(`a crash at ${point} delivers again with the same id, and nothing is lost`, async () => {
    const sender = await makeSender(world);
    const { receiver } = await sender.addReceiver();
    await sender.publish({}, {}, {});
    assert.ok(await crashAt(world, point, () => deliverWebhooks(ctx, sender.merchantId)), point);
    const before = receiver.received.map((got) => got.headers["webhook-id"]);
    // The lease outlives the crashed worker. After it, any worker can go on.
    await sender.moveClock(120_001);
    await deliverWebhooks(ctx, sender.merchantId);
    const ids = receiver.received.map((got) => got.headers["webhook-id"]);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(ids.slice(0, before.length).toSorted(), before.toSorted());
    assert.equal((await listDeliveries(ctx, sender.merchantId, { status: "delivered" })).length, 3);
  });
}

for (const [status, expected] of [
  [500, { status: "pending", tries: 1 }],
  [200, { status: "delivered", tries: 2 }],
] as const) {
  test(`a worker whose lease has passed records its success, and nothing else: ${status}`, async () => {
    const sender = await makeSender(world);
    const { receiver } = await sender.addReceiver();
    let release = (): void => undefined;
    const late = new Promise<{ status: number }>((resolve) => (release = () => resolve({ status })));
    receiver.answer = () => (receiver.received.length === 1 ? late : { status: 502 });
    await sender.publish();
    const slow = deliverWebhooks(ctx, sender.merchantId);
    await receiver.until(1);
    await sender.moveClock(120_001);
    await deliverWebhooks(ctx, sender.merchantId);
    const [before] = await listDeliveries(ctx, sender.merchantId);
    release();
    await slow;
    const [after] = await listDeliveries(ctx, sender.merchantId);
    assert.deepEqual({ status: after!.status, tries: after!.tries }, expected);
    if (status === 500) assert.deepEqual(after, before);
  });
}

test("keys changed between two tries: the second try is signed with the keys of its moment", async () => {
  const sender = await makeSender(world);
  const { receiver, endpointId, secret: oldSecret } = await sender.addReceiver();
  receiver.answer = () => ({ status: 500 });
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const { secret: newSecret } = await rotateSecret(ctx, sender.merchantId, { endpointId, overlapHours: 1 });
  const { clientSecret } = await resetApiClient(ctx, sender.merchantId);
  await sender.moveClock(10_000);
  await deliverWebhooks(ctx, sender.merchantId);
  await sender.moveClock(DAY_MS);
  receiver.answer = () => ({ status: 200 });
  await deliverWebhooks(ctx, sender.merchantId);

  const [first, second, third] = receiver.received;
  assert.deepEqual([holds(first!, oldSecret), holds(first!, newSecret)], [true, false]);
  assert.deepEqual([holds(second!, oldSecret), holds(second!, newSecret)], [true, true]);
  assert.deepEqual([holds(third!, oldSecret), holds(third!, newSecret)], [false, true]);
  verifyClassic(first!, sender.clientSecret);
  verifyClassic(second!, clientSecret);
  const { signature: _old, ...fields } = first!.fields;
  const { signature: _new, ...again } = second!.fields;
  assert.deepEqual(again, fields);
});

test("an address that became forbidden is not connected to any more", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  await changeMerchant(ctx, sender.merchantId, { settings: { allowLoopbackWebhooks: false } });
  await sender.publish();
  await deliverWebhooks(ctx, sender.merchantId);
  const [delivery] = await listDeliveries(ctx, sender.merchantId);
  assert.equal(delivery!.status, "pending");
  assert.match(delivery!.lastExcerpt!, /^not sent to this address/u);
  assert.equal(receiver.received.length, 0);
});

test("five requests at a time, and the events of one transfer in their order", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const events = await sender.publish(...Array.from({ length: 40 }, () => ({})));
  const later = events.flatMap(({ subjectId }) => [3, 2].map((seq) => ({ subjectId, seq })));
  await sender.publish(...later);
  // The first five are held until all five have come: fewer at a time would never get a response.
  const five = receiver.until(5).then(() => ({ status: 200 }));
  receiver.answer = () => five;
  assert.equal((await deliverWebhooks(ctx, sender.merchantId)).delivered, 120);
  assert.equal(receiver.concurrentMax, 5);
  for (const { subjectId } of events) {
    const name = makeEventId({ subjectId, seq: 1 }).slice(0, -1);
    const ids = receiver.received
      .map((got) => got.headers["webhook-id"]!)
      .filter((id) => id.startsWith(name));
    assert.deepEqual(ids, [`${name}1`, `${name}2`, `${name}3`]);
  }
});

function holds(got: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(got.body, got.headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/** Verifies the two classic signatures like a merchant who does not know our code. */
function verifyClassic({ fields, body, headers }: Received, clientSecret: string): void {
  const names = Object.keys(fields)
    .filter((name) => name !== "signature")
    .toSorted();
  const joined = names.map((name) => fields[name]).join("");
  assert.equal(fields.signature, createHmac("sha256", clientSecret).update(joined).digest("base64"));
  assert.equal(headers["x-cf-signature"], createHmac("sha256", clientSecret).update(body).digest("hex"));
}
