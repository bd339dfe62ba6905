/** Idempotency keys of v2, the dashboard and the sandbox: each surface reports the result in its own words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize } from "#access";
import { buildApi } from "#api";
import { mountSandbox } from "#sandbox";
import { makeDashboard } from "./dashboard.ts";
import { askV2, freshAccount, freshId, openV2, type Fields } from "./v2-client.ts";
import { makeWorld } from "./world.ts";

const world = await makeWorld();
const client = await openV2(world);
const { merchantId } = client.merchant;

test("v2: x-idempotency-key on transfers, batches and beneficiaries", async () => {
  const transfer = {
    transfer_id: freshId("v2"),
    transfer_amount: 12.5,
    transfer_mode: "upi",
    beneficiary_details: {
      beneficiary_name: "Asha Rao",
      beneficiary_instrument_details: { vpa: "success@upi" },
    },
  };
  const beneficiary = {
    beneficiary_id: freshId("b"),
    beneficiary_name: "Asha Rao",
    beneficiary_instrument_details: {
      bank_account_number: freshAccount().bankAccount,
      bank_ifsc: "HDFC0000001",
    },
  };
  for (const [path, body, other] of [
    ["POST /transfers", transfer, { ...transfer, transfer_id: freshId("v2") }],
    ["POST /beneficiary", beneficiary, { ...beneficiary, beneficiary_id: freshId("b") }],
  ] as const) {
    const headers = { "x-idempotency-key": freshId("key") };
    const first = await askV2(client, path, { body, headers });
    assert.ok(first.status < 300, JSON.stringify(first.body));
    const again = await askV2(client, path, { body, headers });
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(again.headers.get("x-api-version"), first.headers.get("x-api-version"));
    const refused = await askV2(client, path, { body: other, headers });
    assert.deepEqual([refused.status, refused.body["code"]], [409, "x-idempotency-key_reused"]);
    const differ = { ...headers, "idempotency-key": "another" };
    const both = await askV2(client, path, { body, headers: differ });
    assert.deepEqual([both.status, both.body["code"]], [400, "x-idempotency-key_invalid"]);
  }
});

test("the dashboard: a member's key is one request, waits for the one under way, and another gets 409", async () => {
  const dashboard = makeDashboard(world);
  const { organizationId } = client.merchant;
  const meera = await dashboard.logIn(organizationId, "admin");
  const call = (body: Fields, key: string, token = meera.token) =>
    dashboard.send({
      method: "POST",
      url: `/api/merchants/${merchantId}/blocked-payees`,
      payload: JSON.stringify(body),
      headers: {
        origin: "http://localhost:8080",
        "x-vitaran-dashboard": "1",
        "content-type": "application/json",
        cookie: `__Host-vitaran_session=${token}`,
        "idempotency-key": key,
      },
    });
  const key = freshId("key");
  const blocked = { payeeKind: "vpa", value: `${freshId("v").replaceAll("_", "")}@upi`, because: "Fraud" };
  const heard = await Promise.all(Array.from({ length: 8 }, () => call(blocked, key)));
  assert.deepEqual(new Set(heard.map(({ status }) => status)), new Set([heard[0]!.status]));
  assert.ok(heard[0]!.status < 300, JSON.stringify(heard[0]!.body));
  assert.equal(new Set(heard.map(({ bytes }) => bytes.toString())).size, 1);
  assert.equal(heard.filter(({ headers }) => headers["idempotent-replayed"] === "true").length, 7);
  const first = heard.find(({ headers }) => headers["idempotent-replayed"] === undefined);
  const other = await call({ ...blocked, because: "Other" }, key);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_key_reused"]);
  assert.match(other.body.error.message, /POST \/api\/merchants\/:merchantId\/blocked-payees/);
  const wrong = await call(blocked, "");
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, "idempotency_key_invalid"]);
  // Another member's key is independent of it.
  const ravi = await dashboard.logIn(organizationId, "admin");
  assert.notEqual((await call({ ...blocked, because: "Third" }, key, ravi.token)).status, 409);

  // A request that is in progress, or was cut off with its process, holds the key until its time is over.
  await world.look(
    `update idempotency.key set answered_at = null, http_status = null, answer = null,
       leased_until = clock_timestamp() + interval '1 hour'
     where merchant_id = $1 and request_id = $2`,
    [merchantId, first!.headers["x-request-id"]],
  );
  const busy = await call(blocked, key);
  assert.deepEqual([busy.status, busy.body.error.code], [409, "idempotency_key_in_use"]);
  assert.equal(String(busy.headers["retry-after"]), "1");
});

test("the sandbox's own calls take keys too", async () => {
  const app = buildApi(world.ctx);
  mountSandbox(app, world.ctx, { simulatorUrl: client.stage.simulator.url });
  world.onClose(() => app.close());
  const { token } = await authorize(world.ctx, { ...client.merchant, ip: "127.0.0.1" });
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": freshId("key") };
  const put = (hours: number | null) =>
    app.inject({ method: "PUT", url: "/sandbox/queuing-time", headers, payload: JSON.stringify({ hours }) });
  const [first, again, other] = [await put(2), await put(2), await put(3)];
  assert.deepEqual([first.statusCode, again.body], [200, first.body]);
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.deepEqual([other.statusCode, other.json().error.code], [409, "sandbox.idempotency_key_reused"]);
  headers["idempotency-key"] = freshId("key");
  assert.equal((await put(null)).statusCode, 200);
});
