import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { newId } from "#lib/ids";
import { addEndpoint, deliverWebhooks, publishEvents, type Endpoint } from "#webhooks";
import { makeWorld, type TestMerchant } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const { run, fail } = makeOperator(world);

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a merchant's receiver, which stores what it receives and answers with its status. */
async function startReceiver() {
  const receiver = { url: "", status: 200, got: [] as Got[] };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      receiver.got.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end("said");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

async function makeListening(): Promise<TestMerchant & { merchant: string }> {
  const made = await world.makeMerchant();
  await changeMerchant(ctx, made.merchantId, { settings: { allowLoopbackWebhooks: true } });
  return { ...made, merchant: made.merchantId };
}

async function publishCredit(merchantId: string): Promise<void> {
  const data = { ledgerBalance: "150.00", amount: "50.00", utr: "U1" };
  await ctx.db.inMerchant(merchantId, (tx) =>
    publishEvents(tx, [{ type: "CREDIT_CONFIRMATION", subjectId: newId(), seq: 1, at: tx.now, data }]),
  );
}

interface Listed {
  readonly deliveryId: string;
  readonly status: string;
  readonly eventId: string;
  readonly log: { readonly status: number; readonly excerpt: string }[];
}

test("an endpoint of a live merchant is stopped, enabled, given a new secret and removed", async () => {
  const { merchantId: merchant } = await world.makeMerchant({ mode: "live" });
  const resolve = async () => ["93.184.215.14"];
  const input = { url: "https://hooks.example/in", format: "v2" } as const;
  const { endpointId: endpoint, secret } = await addEndpoint(ctx, merchant, input, resolve);
  const list = () => run<Endpoint[]>("list-webhooks", { merchant });
  const [listed] = await list();
  assert.deepEqual(
    [listed!.endpointId, listed!.url, listed!.format, listed!.status],
    [endpoint, input.url, "v2", "enabled"],
  );
  const disabled = await run("disable-webhook", { merchant, endpoint });
  assert.deepEqual(disabled, { endpointId: endpoint, status: "disabled" });
  const [stopped] = await list();
  assert.deepEqual([stopped!.status, stopped!.disabledBecause], ["disabled", "merchant"]);
  const { disabledAt } = await run<{ disabledAt: string }>("enable-webhook", { merchant, endpoint });
  assert.equal(disabledAt, stopped!.disabledAt);
  const rotated = await run<{ secret: string }>("rotate-webhook-secret", {
    merchant,
    endpoint,
    overlap: "0",
  });
  assert.match(rotated.secret, /^whsec_/);
  assert.notEqual(rotated.secret, secret);
  assert.equal((await list())[0]!.previousSecretUntil, null);
  assert.deepEqual(await run("remove-webhook", { merchant, endpoint }), {
    endpointId: endpoint,
    status: "removed",
  });
  assert.deepEqual(await list(), []);
  const records = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1 and action like 'webhooks.%' order by seq",
    [merchant],
  );
  assert.deepEqual(
    records.map(({ action }) => action.slice("webhooks.".length)),
    ["endpoint_added", "endpoint_disabled", "endpoint_enabled", "secret_rotated", "endpoint_removed"],
  );
  assert.match(await fail("enable-webhook", { merchant, endpoint }), /There is no such webhook endpoint/);
});

test("an address is tried before it is added, and a probe comes in the endpoint's format", async () => {
  const { merchant, clientSecret } = await makeListening();
  const receiver = await startReceiver();
  receiver.status = 418;
  const early = { merchant, url: receiver.url, format: "classic_json" };
  const refused = await run<Record<string, unknown>>("test-webhook", early);
  assert.deepEqual([refused.accepted, refused.status], [false, 418]);
  assert.notEqual(refused.excerpt, "said");
  assert.equal(JSON.parse(receiver.got[0]!.body).event, "TEST");
  receiver.status = 200;
  const { endpointId: endpoint } = await run<{ endpointId: string }>("add-webhook", {
    merchant,
    url: receiver.url,
    format: "v2",
    events: "TRANSFER_SUCCESS, TRANSFER_FAILED",
  });
  assert.equal((await run<{ accepted: boolean }>("test-webhook", { merchant, endpoint })).accepted, true);
  const { headers, body } = receiver.got[1]!;
  const signed = createHmac("sha256", clientSecret).update(`${headers["x-webhook-timestamp"]}${body}`);
  assert.equal(headers["x-webhook-signature"], signed.digest("base64"));
  assert.equal(JSON.parse(body).type, "TEST");
});

test("what was sent is listed with its tries, and is sent again, one delivery or a time", async () => {
  const { merchant } = await makeListening();
  const receiver = await startReceiver();
  const { endpointId: endpoint } = await run<{ endpointId: string }>("add-webhook", {
    merchant,
    url: receiver.url,
    format: "standard",
  });
  receiver.status = 500;
  await publishCredit(merchant);
  await deliverWebhooks(ctx, merchant);
  const [waiting] = await run<Listed[]>("list-deliveries", { merchant, endpoint, status: "pending" });
  assert.deepEqual(
    waiting!.log.map(({ status, excerpt }) => [status, excerpt]),
    [[500, "said"]],
  );
  receiver.status = 200;
  const { deliveryId: delivery } = waiting!;
  assert.deepEqual(await run("replay-webhooks", { merchant, delivery }), { replayed: 1 });
  await deliverWebhooks(ctx, merchant);
  const range = { merchant, from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00+05:30" };
  const undelivered = { ...range, "undelivered-only": true } as const;
  assert.deepEqual(await run("replay-webhooks", undelivered), { replayed: 0 });
  const others = { ...range, events: "TRANSFER_FAILED" };
  assert.deepEqual(await run("replay-webhooks", others), { replayed: 0 });
  assert.deepEqual(await run("replay-webhooks", { ...range, endpoint }), { replayed: 1 });
  await deliverWebhooks(ctx, merchant);
  assert.deepEqual(
    receiver.got.map(({ headers }) => headers["webhook-id"]),
    Array.from({ length: 3 }, () => waiting!.eventId),
  );
  const [delivered] = await run<Listed[]>("list-deliveries", { merchant, limit: "1" });
  assert.equal(delivered!.status, "delivered");
  assert.deepEqual(await run("list-deliveries", { merchant, status: "dead" }), []);
  assert.deepEqual(await run("list-deliveries", { merchant, before: delivery }), []);
});

test("a wrong word is refused, and told with what would be right", async () => {
  const { merchant } = await makeListening();
  const receiver = await startReceiver();
  const { url } = receiver;
  const id = newId();
  for (const [command, options, says] of [
    ["add-webhook", { url, format: "v3" }, /one of classic_form, classic_json, standard, v2/],
    ["add-webhook", { url, format: "v2", events: "CASHGRAM_EXPIRED" }, /v2 has no such event/],
    ["test-webhook", {}, /either --endpoint or --url/],
    ["list-deliveries", { transfer: "nobody-knows" }, /nobody-knows/],
    ["replay-webhooks", { from: "2026-11-21T10:00:00Z" }, /use either --from and --to, or --delivery/],
    ["replay-webhooks", { from: "yesterday", to: "2026-11-21" }, /Use a time with its time zone/],
    [
      "replay-webhooks",
      { delivery: id, to: "2026-11-21T10:00:00Z" },
      /--delivery cannot be used together.*--to/,
    ],
    [
      "replay-webhooks",
      { delivery: id, "undelivered-only": true },
      /cannot be used together.*--undelivered-only/,
    ],
    ["replay-webhooks", { delivery: id }, /There is no such webhook delivery/],
  ] as const) {
    assert.match(await fail(command, { merchant, ...options }), says);
  }
  assert.equal(receiver.got.length, 0);
});
