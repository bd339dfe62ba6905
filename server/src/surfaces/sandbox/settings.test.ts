import assert from "node:assert/strict";
import { before, test } from "node:test";
import { authorize } from "#access";
import { buildApi } from "#api";
import { readBeneficiarySettings } from "#beneficiaries";
import { readPhoneSettings } from "#phone";
import { makeWorld } from "#test/world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeWorld();
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: "http://127.0.0.1:1" });
world.onClose(() => app.close());

let merchantId: string;
let headers: Record<string, string>;

before(async () => {
  const made = await world.makeMerchant();
  merchantId = made.merchantId;
  const { token } = await authorize(ctx, { ...made, ip: "127.0.0.1" });
  headers = { authorization: `Bearer ${token}` };
});

interface Heard {
  readonly status: number;
  readonly json: {
    readonly error?: { readonly code: string; readonly details: { readonly field?: string } };
  };
}

async function put(url: string, body: object): Promise<Heard> {
  const response = await app.inject({
    method: "PUT",
    url: `/sandbox${url}`,
    headers,
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, json: response.json() };
}

test("a sandbox merchant switches the check of the name off and on", async () => {
  for (const checkName of [false, true]) {
    assert.deepEqual(await put("/phone-settings", { checkName }), { status: 200, json: { checkName } });
    assert.deepEqual(await ctx.db.inMerchant(merchantId, readPhoneSettings), { checkName });
  }
  const [audited] = await world.look<{ actor: string }>(
    "select actor from audit.record where merchant_id = $1 and action = 'phone.settings_changed' limit 1",
    [merchantId],
  );
  assert.match(audited!.actor, /^api-key:/);
});

test("a sandbox merchant sets how beneficiaries wait and whether they share an account; the price stays", async () => {
  const first = await put("/beneficiary-settings", { waitingMinutes: 30, verificationFeePaise: 0 });
  assert.deepEqual(first, { status: 200, json: { accountOnce: true, waitingMinutes: 30 } });
  const second = await put("/beneficiary-settings", { accountOnce: false });
  assert.deepEqual(second, { status: 200, json: { accountOnce: false, waitingMinutes: 30 } });
  const kept = await ctx.db.inMerchant(merchantId, readBeneficiarySettings);
  assert.deepEqual(kept, { accountOnce: false, waitingMinutes: 30, verificationFeePaise: null });
});

test("a wrong setting is named, and changes nothing", async () => {
  const wrong: [url: string, body: object, field: string][] = [
    ["/phone-settings", {}, "checkName"],
    ["/phone-settings", { checkName: "no" }, "checkName"],
    ["/phone-settings", { checkName: null }, "checkName"],
    ["/beneficiary-settings", {}, "waitingMinutes"],
    ["/beneficiary-settings", { waitingMinutes: 1_441 }, "waitingMinutes"],
    ["/beneficiary-settings", { waitingMinutes: -1 }, "waitingMinutes"],
    ["/beneficiary-settings", { waitingMinutes: 0.5 }, "waitingMinutes"],
    ["/beneficiary-settings", { waitingMinutes: "30" }, "waitingMinutes"],
    ["/beneficiary-settings", { waitingMinutes: 5, accountOnce: 1 }, "accountOnce"],
  ];
  const read = () =>
    ctx.db.inMerchant(merchantId, async (tx) => [
      await readBeneficiarySettings(tx),
      await readPhoneSettings(tx),
    ]);
  const earlier = await read();
  for (const [url, body, field] of wrong) {
    const { status, json } = await put(url, body);
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual([json.error!.code, json.error!.details.field], ["sandbox.bad_request", field]);
  }
  assert.deepEqual(await read(), earlier);
});
