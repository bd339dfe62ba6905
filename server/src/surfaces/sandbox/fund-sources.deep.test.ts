import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize, createMerchant } from "#access";
import { buildApi } from "#api";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import type { Payer } from "#test/faults/fault-world";
import { makeWithdrawalWorld, WALLET } from "#test/withdrawal-world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: world.simulator.url });
world.onClose(() => app.close());

type Json = Record<string, unknown>;

async function makeDeveloper(bankIds = ["meghdoot"]) {
  const merchant = await world.makePayer({ balancePaise: 1_000_00n, bankIds });
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = { method, url: `/sandbox${path}`, headers, ...(payload === undefined ? {} : { payload }) };
    const response = await app.inject(asked);
    return { status: response.statusCode, body: response.json<Json>() };
  };
  return { merchant, call };
}

const ACCOUNT = { holderName: "Demo Traders", accountNumber: "50100000000009", ifsc: "HDFC0000001" };
const STRANGER = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" };

const errorOf = ({ status, body }: { status: number; body: Json }): unknown[] => {
  const { code, details } = body.error as { code: string; details: unknown };
  return [status, code, details];
};

test("top-ups count from anybody until an account is registered, then only from that one", async () => {
  const { merchant, call } = await makeDeveloper();
  const topUp = async (amount: string, from?: object): Promise<bigint> => {
    const { status } = await call("POST", "/top-ups", { amount, ...(from === undefined ? {} : { from }) });
    assert.equal(status, 200);
    return world.balanceOf(merchant, WALLET);
  };
  assert.equal(await topUp("10.00"), 1_010_00n);
  assert.equal(await topUp("10.00", STRANGER), 1_020_00n);
  const { body } = await call("PUT", "/registered-account", ACCOUNT);
  assert.partialDeepStrictEqual(body, { version: 1, accountLast4: "0009", holderName: "Demo Traders" });
  assert.equal(await topUp("10.00"), 1_030_00n);
  assert.equal(await topUp("10.00", STRANGER), 1_030_00n);
  await world.finish(merchant);
  const { refunds } = (await call("GET", "/fund-sources")).body as { refunds: Json[] };
  assert.deepEqual(
    refunds.map(({ status, amount }) => [status, amount]),
    [["paid", "10.00"]],
  );
  assert.deepEqual(errorOf(await call("POST", "/top-ups", { amount: "1", from: "me" })), [
    422,
    "sandbox.bad_request",
    { field: "from", why: 'is {"name", "accountNumber", "ifsc"}' },
  ]);
});

test("bank accounts, shares and the kind of business are set up by call", async () => {
  const { call } = await makeDeveloper(["meghdoot", "himshikhar"]);
  const account = { bankId: "himshikhar", name: "Current account", accountNumber: "11112222333" };
  const open = () => call("POST", "/fund-sources", { ...account, ifsc: "HDFC0000001" });
  assert.equal(errorOf(await open())[1], "fund-sources.business_type_unknown");
  assert.equal((await call("PUT", "/business-type", { businessType: "public_limited" })).status, 200);
  assert.equal(errorOf(await open())[1], "fund-sources.business_type_not_served");
  assert.equal((await call("PUT", "/business-type", { businessType: "charity" })).status, 422);
  await call("PUT", "/business-type", { businessType: "partnership" });
  assert.equal((await open()).status, 200);
  const share = (wallet: number, bank: number) =>
    call("PUT", "/shares", {
      shares: [
        { fundSourceId: "WALLET_1", percent: wallet },
        { fundSourceId: "BANK_1", percent: bank },
      ],
    });
  assert.deepEqual(errorOf(await share(50, 49)), [
    422,
    "fund-sources.shares_not_whole",
    { totalPercent: 99 },
  ]);
  const { fundSources } = (await share(60, 40)).body as { fundSources: Json[] };
  assert.deepEqual(
    fundSources.map(({ fundSourceId, sharePercent, balance }) => [fundSourceId, sharePercent, balance]),
    [
      ["WALLET_1", 60, "1000.00"],
      ["BANK_1", 40, "0.00"],
    ],
  );
  assert.equal((await call("PUT", "/shares", { shares: 7 })).status, 422);
});

test("the evening's withdrawal goes out when the clock is moved to the morning", async () => {
  const { merchant, call } = await makeDeveloper();
  await call("PUT", "/registered-account", ACCOUNT);
  await world.advanceTo(merchant, "2026-12-01T19:00:00+05:30");
  const order = { withdrawalKey: "W1", amountPaise: 100_00n, remarks: "", by: "system" } as const;
  await makeWithdrawal(ctx, merchant.merchantId, order);
  const statusOf = async (): Promise<unknown> => {
    await workWithdrawals(ctx, merchant.merchantId);
    const { withdrawals } = (await call("GET", "/fund-sources")).body as { withdrawals: Json[] };
    return withdrawals[0]!.status;
  };
  assert.equal(await statusOf(), "waiting");
  assert.equal((await call("POST", "/clock", { advance: "12h" })).status, 200);
  assert.equal(await statusOf(), "waiting");
  await call("POST", "/clock", { advance: "61m" });
  // The bank may already have paid it on the way.
  await world.finish(merchant);
  assert.equal(await statusOf(), "paid");
});

test("a developer plays the person who looks at a refund that is stuck", async () => {
  const { merchant, call } = await makeDeveloper();
  await call("PUT", "/registered-account", ACCOUNT);
  await call("POST", "/top-ups", { amount: "25.00", from: { ...STRANGER, accountNumber: "1" } });
  const refundOf = async (of: Payer): Promise<Json> => {
    await world.finish(of);
    return ((await call("GET", "/fund-sources")).body as { refunds: Json[] }).refunds[0]!;
  };
  const { topUpId, status } = await refundOf(merchant);
  assert.equal(status, "stuck");
  const decide = (verdict: string) => call("POST", `/refunds/${topUpId as string}`, { verdict });
  assert.equal((await decide("retry")).status, 200);
  assert.equal((await refundOf(merchant)).status, "stuck");
  assert.equal((await decide("shrug")).status, 422);
  assert.equal((await decide("credit")).status, 200);
  assert.equal((await refundOf(merchant)).status, "credited");
  assert.equal(await world.balanceOf(merchant, WALLET), 1_025_00n);
  assert.equal(errorOf(await decide("credit"))[1], "withdrawals.refund_under_way");
});

test("an amount that arrives is rupees, as text or as a number", async () => {
  const { merchant, call } = await makeDeveloper();
  for (const amount of ["5.00", "5", 5, 5.5]) {
    const { status, body } = await call("POST", "/top-ups", { amount });
    assert.equal(status, 200, JSON.stringify({ amount, body }));
    // The answer has no bank balance: a reader would take it for the wallet's.
    assert.deepEqual(Object.keys(body).toSorted(), ["callback", "repeated", "utr"]);
  }
  assert.equal(await world.balanceOf(merchant, WALLET), 1_020_50n);
});

test("no sandbox key says of an organization with a live merchant what kind of business it is", async () => {
  const { merchant, call } = await makeDeveloper();
  const { organizationId } = merchant;
  await createMerchant(ctx, { organizationId, name: "Peacock Paper", mode: "live" });
  const said = await call("PUT", "/business-type", { businessType: "partnership" });
  assert.deepEqual(errorOf(said), [422, "sandbox.organization_is_live", {}]);
  const kept = await world.look("select business_type from access.organization where organization_id = $1", [
    organizationId,
  ]);
  assert.deepEqual(kept, [{ business_type: null }]);
});
