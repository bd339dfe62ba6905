import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize, changeApiClient, changeMerchant } from "#access";
import { buildApi } from "#api";
import { newId } from "#lib/ids";
import { FORMATS } from "#webhooks";
import { makeWorld } from "#test/world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeWorld();
const app = buildApi(world.ctx);
mountSandbox(app, world.ctx, { simulatorUrl: "http://127.0.0.1:1" });
world.onClose(() => app.close());

async function headersOf(merchant: { merchantId: string; clientId: string; clientSecret: string }) {
  const { token } = await authorize(world.ctx, { ...merchant, ip: "127.0.0.1" });
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

test("a call without a body may say that its body is JSON", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  const remove = (id: string) =>
    app.inject({ method: "DELETE", url: `/sandbox/webhook-endpoints/${id}`, headers });
  assert.equal((await remove(newId())).json().error.code, "webhooks.endpoint_not_found");
  assert.deepEqual((await remove("none")).json().error.details.field, "endpointId");
  const broken = await app.inject({ method: "POST", url: "/sandbox/clock", headers, payload: "{" });
  assert.equal(broken.json().error.code, "sandbox.bad_request");
});

test("queuing for money is switched on and off, within its limits", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  const put = (hours: number | null) =>
    app.inject({ method: "PUT", url: "/sandbox/queuing-time", headers, payload: JSON.stringify({ hours }) });
  assert.deepEqual((await put(1)).json(), { hours: 1 });
  const [counter] = await world.look<{ seconds: number }>(
    "select queue_seconds as seconds from transfers.counter where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.equal(counter!.seconds, 3_600);
  assert.equal((await put(241)).json().error.code, "transfers.queuing_time_invalid");
  assert.deepEqual((await put(null)).json(), { hours: null });
});

test("while the simulated banks are away a control that needs them is not available", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  const answer = await app.inject({ method: "GET", url: "/sandbox/banks", headers });
  assert.deepEqual([answer.statusCode, answer.headers["retry-after"]], [503, "2"]);
  assert.equal(answer.json().error.code, "sandbox.unavailable");
});

test("the sandbox has the merchant's rate limit", async () => {
  const merchant = await world.makeMerchant();
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 2 });
  // The request for the token is the first call.
  const headers = await headersOf(merchant);
  const ask = () => app.inject({ method: "GET", url: "/sandbox/clock", headers });
  const statuses = [(await ask()).statusCode, (await ask()).statusCode];
  assert.deepEqual(statuses, [200, 429]);
});

test("an endpoint takes any of the formats, and no other", async () => {
  const merchant = await world.makeMerchant();
  await changeMerchant(world.ctx, merchant.merchantId, { settings: { allowLoopbackWebhooks: true } });
  const headers = await headersOf(merchant);
  const add = (format: string) => {
    const payload = JSON.stringify({ url: "http://127.0.0.1:9/hook", format });
    return app.inject({ method: "POST", url: "/sandbox/webhook-endpoints", headers, payload });
  };
  for (const format of FORMATS) assert.equal((await add(format)).statusCode, 200, format);
  const refused = await add("v3");
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(refused.json().error.details, {
    field: "format",
    why: "is one of classic_form, classic_json, standard, v2",
  });
});

test("a path that is no control is answered in JSON", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  for (const [method, url] of [
    ["GET", "/sandbox/nothing"],
    ["POST", "/sandbox/clock/now"],
    ["PATCH", "/sandbox/clock"],
  ] as const) {
    const answer = await app.inject({ method, url, headers });
    assert.deepEqual([answer.statusCode, answer.json().error.code], [404, "sandbox.control_not_found"], url);
  }
});

test("the clock goes at most 31 days in one call, and says so", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  const payload = JSON.stringify({ advance: "32d" });
  const { error } = (await app.inject({ method: "POST", url: "/sandbox/clock", headers, payload })).json();
  assert.deepEqual([error.code, error.details.field], ["sandbox.bad_request", "advance"]);
  assert.match(error.details.why, /of at most 31 days in one call$/);
});

test("a field that is too long is refused before it is read", async () => {
  const merchant = await world.makeMerchant();
  const headers = await headersOf(merchant);
  const payload = JSON.stringify({ advance: "٣".repeat(100_000) });
  const { error } = (await app.inject({ method: "POST", url: "/sandbox/clock", headers, payload })).json();
  assert.deepEqual([error.code, error.details.field], ["sandbox.bad_request", "advance"]);
});
