import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { newId } from "#lib/ids";
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  sendTestEvent,
  WebhookError,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender } from "./test/make-sender.ts";
import { startReceiver } from "./test/scripted-receiver.ts";

const world = await makeWorld();
const { ctx } = world;
const resolve = async () => ["93.184.215.14"];
const refusedAs = (code: Parameters<typeof WebhookError.is>[1]) => (error: unknown) =>
  WebhookError.is(error, code);

test("an endpoint is added, listed, disabled, enabled and removed, and each is on record", async () => {
  const { merchantId } = await world.makeMerchant();
  const by = "api-key:vk_sandbox_1" as const;
  const input = { url: "https://Hooks.example:443/in?x=1", format: "standard", by } as const;
  const added = await addEndpoint(ctx, merchantId, { ...input, eventTypes: ["TRANSFER_FAILED"] }, resolve);
  assert.match(added.secret, /^whsec_[A-Za-z0-9+/]{43}=$/u);
  const { endpointId } = added;
  const [listed] = await listEndpoints(ctx, merchantId);
  assert.deepEqual(
    [listed!.endpointId, listed!.url, listed!.format, listed!.eventTypes, listed!.status],
    [endpointId, "https://hooks.example/in?x=1", "standard", ["TRANSFER_FAILED"], "enabled"],
  );
  await disableEndpoint(ctx, merchantId, { endpointId, by });
  await disableEndpoint(ctx, merchantId, { endpointId, by });
  assert.equal((await listEndpoints(ctx, merchantId))[0]!.disabledBecause, "merchant");
  assert.ok((await enableEndpoint(ctx, merchantId, { endpointId, by })).disabledAt instanceof Date);
  assert.deepEqual(await enableEndpoint(ctx, merchantId, { endpointId, by }), { disabledAt: null });
  await rotateSecret(ctx, merchantId, { endpointId, by });
  await removeEndpoint(ctx, merchantId, { endpointId, by });
  assert.deepEqual(await listEndpoints(ctx, merchantId), []);
  const records = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1 and actor = $2 order by seq",
    [merchantId, by],
  );
  assert.deepEqual(
    records.map((record) => record.action),
    [
      "webhooks.endpoint_added",
      "webhooks.endpoint_disabled",
      "webhooks.endpoint_enabled",
      "webhooks.secret_rotated",
      "webhooks.endpoint_removed",
    ],
  );
  // The URL can be used again.
  await addEndpoint(ctx, merchantId, input, resolve);
});

test("what cannot be an endpoint is refused with its reason", async () => {
  const { merchantId } = await world.makeMerchant();
  const add = (change: object) =>
    addEndpoint(
      ctx,
      merchantId,
      { url: "https://hooks.example/", format: "classic_form", ...change },
      resolve,
    );
  await assert.rejects(add({ url: "http://hooks.example/" }), {
    code: "url_refused",
    details: { reason: "it must begin with https://" },
  });
  await assert.rejects(add({ url: "http://127.0.0.1:8080/" }), {
    details: { reason: "it leads to this machine" },
  });
  await assert.rejects(
    add({ eventTypes: ["TRANSFER_SUCCESS", "TRANSFER_LOST"] }),
    refusedAs("event_type_unknown"),
  );
  await assert.rejects(add({ eventTypes: [] }), refusedAs("event_type_unknown"));
  const foreign = ["TRANSFER_SUCCESS", "CASHGRAM_REDEEMED", "TRANSFER_APPROVED"];
  await assert.rejects(add({ format: "v2", eventTypes: foreign }), {
    code: "event_type_not_in_v2",
    details: { eventTypes: foreign.slice(1) },
  });
  await add({});
  await assert.rejects(add({}), refusedAs("endpoint_exists"));
  await add({ format: "standard" });
  for (let more = 3; more <= 10; more += 1) await add({ url: `https://hooks.example/${more}` });
  await assert.rejects(add({ url: "https://hooks.example/11" }), refusedAs("endpoints_too_many"));
});

test("an endpoint of another merchant, or one that does not exist, cannot be changed", async () => {
  const [mine, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  const input = { url: "https://hooks.example/", format: "standard" } as const;
  const { endpointId } = await addEndpoint(ctx, mine.merchantId, input, resolve);
  for (const [merchantId, target] of [
    [other.merchantId, { endpointId }],
    [mine.merchantId, { endpointId: newId() }],
  ] as const) {
    const notFound = refusedAs("endpoint_not_found");
    await assert.rejects(disableEndpoint(ctx, merchantId, target), notFound);
    await assert.rejects(enableEndpoint(ctx, merchantId, target), notFound);
    await assert.rejects(removeEndpoint(ctx, merchantId, target), notFound);
    await assert.rejects(rotateSecret(ctx, merchantId, target), notFound);
    await assert.rejects(sendTestEvent(ctx, merchantId, target), notFound);
  }
  assert.deepEqual(await listEndpoints(ctx, other.merchantId), []);
  assert.equal((await listEndpoints(ctx, mine.merchantId))[0]!.status, "enabled");
});

test("keys are stored sealed, at most two live, and go with the endpoint", async () => {
  const { merchantId } = await world.makeMerchant();
  const input = { url: "https://hooks.example/", format: "standard" } as const;
  const { endpointId, secret } = await addEndpoint(ctx, merchantId, input, resolve);
  const { secret: second } = await rotateSecret(ctx, merchantId, { endpointId });
  const { secret: third } = await rotateSecret(ctx, merchantId, { endpointId });
  assert.equal(new Set([secret, second, third]).size, 3);
  const read = () =>
    world.look<{ row: string; kept: number }>(
      `select endpoint::text as row, num_nonnulls(sealed_secret, previous_sealed_secret) as kept
       from webhooks.endpoint where endpoint_id = $1`,
      [endpointId],
    );
  const [stored] = await read();
  assert.equal(stored!.kept, 2);
  for (const key of [secret, second, third]) {
    const bytes = Buffer.from(key.slice("whsec_".length), "base64");
    assert.ok(!stored!.row.includes(key.slice("whsec_".length)));
    assert.ok(!stored!.row.includes(bytes.toString("hex")));
    assert.ok(!stored!.row.includes(Buffer.from(key).toString("hex")));
  }
  await removeEndpoint(ctx, merchantId, { endpointId });
  assert.equal((await read())[0]!.kept, 0);
});

test("a probe is signed, reports what the receiver said, and leaves no trace", async () => {
  const sender = await makeSender(world);
  const { receiver, endpointId, secret } = await sender.addReceiver();
  receiver.answer = () => ({ status: 418, body: "x".repeat(5000) });
  const refused = await sendTestEvent(ctx, sender.merchantId, { endpointId });
  assert.deepEqual([refused.accepted, refused.status], [false, 418]);
  assert.doesNotMatch(JSON.stringify(refused), /x{20}/, "the body of an answer from this computer");
  const [got] = receiver.received;
  assert.deepEqual(Object.keys(got!.fields), ["event", "signature"]);
  new Webhook(secret).verify(got!.body, got!.headers, { jsonParse: false });
  receiver.answer = () => ({ status: 200 });
  assert.equal((await sendTestEvent(ctx, sender.merchantId, { endpointId })).accepted, true);

  // Before it is added, the URL is tested as it would be used.
  const early = await startReceiver();
  after(() => early.close());
  const target = { url: early.url, format: "classic_json" } as const;
  assert.equal((await sendTestEvent(ctx, sender.merchantId, target)).accepted, true);
  assert.equal(early.received[0]!.fields.event, "TEST");
  const inside = { url: "https://10.0.0.1/", format: "standard" } as const;
  await assert.rejects(sendTestEvent(ctx, sender.merchantId, inside), refusedAs("url_refused"));
  const [kept] = await world.look<{ events: bigint }>(
    "select count(*)::int as events from webhooks.event where merchant_id = $1",
    [sender.merchantId],
  );
  assert.equal(kept!.events, 0);
});
