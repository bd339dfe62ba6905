import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { authorize, changeMerchant, createMerchant, resetApiClient } from "#access";
import { flushCalls, logCall } from "#calls";
import { newId } from "#lib/ids";
import { deliverWebhooks, publishEvents } from "#webhooks";
import { makeApprovers } from "#test/make-approvers";
import { makeDashboard } from "#test/dashboard";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);

/** Starts a receiver with set answers that keeps what it gets. */
async function startReceiver() {
  const receiver = { status: 200, bodies: [] as string[], url: "" };
  const server = createServer((request, response) => {
    void request.toArray().then((parts: Buffer[]) => {
      receiver.bodies.push(Buffer.concat(parts).toString());
      response.writeHead(receiver.status).end(`answered ${receiver.status}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close().closeAllConnections());
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

test("keys are generated once, changed, and reset by typing their client id; the old secret is dead", async () => {
  const { organizationId } = await world.makeMerchant();
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "New", mode: "sandbox" });
  const developer = await dashboard.logIn(organizationId, "developer");
  assert.equal((await developer.ask("getApiKeys", { merchantId })).keys, null);
  const { keys: first } = await developer.ask("generateApiKeys", { merchantId });
  const again = await developer.call("generateApiKeys", { merchantId });
  assert.deepEqual([again.status, again.body.error.code], [409, "api_client_exists"]);

  const { clientId } = first;
  const ipAllowlist = ["127.0.0.1/32", "203.0.113.0/24"];
  await developer.ask("changeApiKeys", { merchantId, statusMode: "always-200", ipAllowlist });
  const wrong = await developer.call("changeApiKeys", { merchantId, ipAllowlist: ["10.0.0.1/8"] });
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, "bad_allowlist"]);
  const { keys } = await developer.ask("getApiKeys", { merchantId });
  assert.deepEqual(
    [keys.clientId, keys.statusMode, keys.ipAllowlist, keys.version, keys.lastUse],
    [clientId, "always-200", ipAllowlist, 1, null],
  );
  assert.ok(!JSON.stringify(keys).includes(first.clientSecret));

  const other = await developer.call("resetApiKeys", { merchantId, clientId: "vk_sandbox" });
  assert.deepEqual([other.status, other.body.error.field], [422, "clientId"]);
  const { keys: second } = await developer.ask("resetApiKeys", { merchantId, clientId });
  assert.equal(second.clientId, clientId);
  const ip = "127.0.0.1";
  await assert.rejects(authorize(ctx, { clientId, clientSecret: first.clientSecret, ip }));
  await authorize(ctx, { clientId, clientSecret: second.clientSecret, ip });

  const isHolderUnknown = async () => (await developer.ask("getApiKeys", { merchantId })).keys.holderUnknown;
  assert.equal(await isHolderUnknown(), false);
  // An earlier version did not record to whom it showed the secret.
  await world.look("update access.api_client set shown_to = null where merchant_id = $1", [merchantId]);
  assert.equal(await isHolderUnknown(), true);
  await resetApiClient(ctx, merchantId);
  assert.equal(await isHolderUnknown(), false, "the operator's secret was shown to no member");

  const clerk = await dashboard.logIn(organizationId, "initiator");
  for (const name of ["generateApiKeys", "resetApiKeys"]) {
    const { status, body } = await clerk.call(name, { merchantId, clientId });
    assert.deepEqual([status, body.error.details.permission], [403, "manage_keys"]);
  }
});

test("where a policy requires it a reset waits for approval, and only its maker sees the secret", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId, clientId } = merchant;
  const approvers = await makeApprovers(world, merchant, "key_reset");
  await approvers.require(1);
  const [asha, vikram] = await Promise.all(
    [approvers.people.asha, approvers.people.vikram].map((id) => dashboard.logInAs(id)),
  );
  const { keys, requestId } = await asha!.ask("resetApiKeys", { merchantId, clientId });
  assert.equal(keys, null);
  const { reset } = await vikram!.ask("getApiKeys", { merchantId });
  assert.deepEqual([reset.requestId, reset.status, reset.askedByMe], [requestId, "pending", false]);
  const early = await asha!.call("completeApiKeyReset", { merchantId, requestId });
  assert.deepEqual([early.status, early.body.error.code], [409, "not_approved"]);
  assert.equal(await approvers.decide(clientId, "vikram"), "approved");
  const stranger = await vikram!.call("completeApiKeyReset", { merchantId, requestId });
  assert.deepEqual([stranger.status, stranger.body.error.code], [403, "not_the_maker"]);
  assert.match((await asha!.ask("completeApiKeyReset", { merchantId, requestId })).clientSecret, /^vs_/);
  assert.equal((await asha!.ask("getApiKeys", { merchantId })).reset, null);
});

test("an endpoint is tried, added, fails, is read, checked, fixed and replayed", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  const developer = await dashboard.logIn(organizationId, "developer");
  const target = { merchantId, url: receiver.url, format: "classic_json" };
  receiver.status = 500;
  const failed = await developer.ask("testWebhook", target);
  assert.deepEqual([failed.accepted, failed.httpStatus], [false, 500]);
  assert.doesNotMatch(failed.excerpt, /answered 500/);
  assert.equal(failed.request.body, receiver.bodies[0]);
  const { endpointId, secret } = await developer.ask("addWebhookEndpoint", target);
  assert.match(secret, /^whsec_/);
  const twice = await developer.call("addWebhookEndpoint", target);
  assert.deepEqual([twice.status, twice.body.error.code], [409, "endpoint_exists"]);
  const refused = await developer.call("testWebhook", { ...target, url: "http://10.0.0.1/" });
  assert.equal(refused.body.error.code, "url_refused");

  const subjectId = newId();
  const data = { transferId: "order-1", referenceId: "10001", acknowledged: "1", utr: "1" };
  await ctx.db.inMerchant(merchantId, (tx) =>
    publishEvents(tx, [{ type: "TRANSFER_SUCCESS", subjectId, seq: 1, at: tx.now, data }]),
  );
  await deliverWebhooks(ctx, merchantId);
  const { items } = await developer.ask("listWebhookDeliveries", {
    merchantId,
    outcomes: ["retrying", "failed"],
  });
  const [{ deliveryId }] = items;
  const story = await developer.ask("getWebhookDelivery", { merchantId, deliveryId });
  assert.equal(story.log[0].httpStatus, 500);
  assert.equal(story.request.body, receiver.bodies.at(-1));
  const { signature } = JSON.parse(story.request.body);
  const check = (given: string) =>
    developer.ask("checkWebhookSignature", {
      merchantId,
      endpointId,
      body: story.request.body,
      signature: given,
    });
  assert.equal((await check(signature)).verdict, "right");
  assert.equal((await check(Buffer.from(signature, "base64").toString("hex"))).verdict, "wrong_encoding");

  receiver.status = 200;
  const minute = 60_000;
  const range = {
    merchantId,
    from: new Date(Date.now() - minute).toISOString(),
    to: new Date(Date.now() + minute).toISOString(),
  };
  await developer.ask("changeWebhookEndpoint", { merchantId, endpointId, enabled: false });
  assert.equal((await developer.ask("listWebhookEndpoints", { merchantId })).items[0].status, "disabled");
  await developer.ask("changeWebhookEndpoint", { merchantId, endpointId, enabled: true });
  assert.equal((await developer.ask("countWebhookReplay", range)).deliveries, 1);
  assert.deepEqual(await developer.ask("replayWebhooks", range), { replayed: 1 });
  await deliverWebhooks(ctx, merchantId);
  const again = await developer.ask("listWebhookDeliveries", { merchantId, object: subjectId });
  assert.deepEqual([again.items[0].outcome, again.items[0].httpStatus], ["delivered", 200]);
  await developer.ask("replayWebhookDelivery", { merchantId, deliveryId });
  await deliverWebhooks(ctx, merchantId);
  assert.equal(receiver.bodies.length, 4);

  assert.match((await developer.ask("rotateWebhookSecret", { merchantId, endpointId })).secret, /^whsec_/);
  await developer.ask("changeWebhookEndpoint", { merchantId, endpointId, eventTypes: ["TRANSFER_FAILED"] });
  await developer.ask("removeWebhookEndpoint", { merchantId, endpointId });
  assert.deepEqual((await developer.ask("listWebhookEndpoints", { merchantId })).items, []);
  const viewer = await dashboard.logIn(organizationId, "viewer");
  assert.equal(
    (await viewer.call("addWebhookEndpoint", target)).body.error.details.permission,
    "manage_webhooks",
  );
});

test("whole account numbers go to a new address by a member who may reveal them, and that is on record", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  const developer = await dashboard.logIn(organizationId, "developer");
  const revealer = await dashboard.logIn(organizationId, {
    permissions: ["manage_webhooks", "reveal_account_numbers", "view_audit_log"],
  });
  const refused = async (name: string, input: object) => {
    const { status, body } = await developer.call(name, { merchantId, ...input });
    assert.deepEqual([status, body.error.details.permission], [403, "reveal_account_numbers"], name);
  };
  const publish = () =>
    ctx.db.inMerchant(merchantId, (tx) => {
      const data = { transferId: "order-1", referenceId: "10001", acknowledged: "1", utr: "1" };
      return publishEvents(tx, [{ type: "TRANSFER_SUCCESS", subjectId: newId(), seq: 1, at: tx.now, data }]);
    });
  await publish();
  const target = { url: receiver.url, format: "v2", eventTypes: ["TRANSFER_SUCCESS"] };
  await refused("addWebhookEndpoint", target);
  const { endpointId } = await revealer.ask("addWebhookEndpoint", { merchantId, ...target });

  const range = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" };
  for (const at of [{}, { endpointId }]) await refused("replayWebhooks", { ...range, ...at });
  assert.deepEqual(await revealer.ask("replayWebhooks", { merchantId, ...range }), { replayed: 1 });
  const [delivery] = (await developer.ask("listWebhookDeliveries", { merchantId })).items;
  // An address that already got an event learns nothing new from a repetition.
  await developer.ask("replayWebhookDelivery", { merchantId, deliveryId: delivery.deliveryId });
  assert.deepEqual(await developer.ask("replayWebhooks", { merchantId, ...range }), { replayed: 0 });

  const both = ["TRANSFER_SUCCESS", "TRANSFER_FAILED"];
  await refused("changeWebhookEndpoint", { endpointId, eventTypes: both });
  await refused("changeWebhookEndpoint", { endpointId, allEvents: true });
  await revealer.ask("changeWebhookEndpoint", { merchantId, endpointId, eventTypes: both });
  await developer.ask("changeWebhookEndpoint", { merchantId, endpointId, eventTypes: ["TRANSFER_FAILED"] });
  await developer.ask("changeWebhookEndpoint", { merchantId, endpointId, enabled: false });
  await refused("changeWebhookEndpoint", { endpointId, enabled: true });
  await revealer.ask("changeWebhookEndpoint", { merchantId, endpointId, enabled: true });

  const { items } = await revealer.ask("listAuditRecords", { merchantId, limit: 100 });
  assert.deepEqual(
    items
      .filter(({ detail }: { detail: object }) => JSON.stringify(detail).includes("disclosesAccountNumbers"))
      .map(({ action }: { action: string }) => action),
    ["endpoint_enabled", "endpoint_changed", "events_replayed", "endpoint_added"].map(
      (one) => `webhooks.${one}`,
    ),
  );
});

test("calls are listed by request id and object, page by page", async () => {
  const { organizationId, merchantId, clientId } = await world.makeMerchant();
  const viewer = await dashboard.logIn(organizationId, "viewer");
  const ids = Array.from({ length: 5 }, () => newId());
  for (const [index, requestId] of ids.entries()) {
    logCall(ctx, {
      merchantId,
      clientId,
      requestId,
      isOurId: true,
      method: "POST",
      path: "/payout/v1/requestTransfer",
      httpStatus: index === 0 ? 422 : 200,
      durationMs: 12,
      ip: "192.0.2.7",
      refusal: index === 0 ? "422 Transfer Id is invalid" : null,
      object: { kind: "transfer", key: `order-${index}` },
    });
  }
  await flushCalls(ctx);
  const first = await viewer.ask("listApiCalls", { merchantId, limit: 3 });
  const second = await viewer.ask("listApiCalls", { merchantId, limit: 3, cursor: first.next });
  const seen = [...first.items, ...second.items].map(({ requestId }: { requestId: string }) => requestId);
  assert.deepEqual(seen, ids.toReversed());
  assert.equal(second.next, null);
  const [found] = (await viewer.ask("listApiCalls", { merchantId, object: "order-0" })).items;
  assert.deepEqual([found.requestId, found.refusal], [ids[0], "422 Transfer Id is invalid"]);
  assert.equal((await viewer.ask("getApiKeys", { merchantId })).keys.lastUse.ip, "192.0.2.7");
});
