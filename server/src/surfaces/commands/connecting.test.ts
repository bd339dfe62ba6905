/** Banks are connected after a test, by command and on the dashboard; what fails is not stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { UPSTREAMS } from "#banks";
import { listBankConnections } from "#fund-sources";
import { makeDashboard } from "#test/dashboard";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const simulator = await startSimulator(world);
const dashboard = makeDashboard(world);

const HOOK = "hook-of-32-characters-or-more-5e1f";
const ACCOUNT = "7878780080316316";
const KEYS = { BANK_KEY_ID: "rzp_test_1", BANK_API_KEY: "key-1", BANK_CALLBACK_SECRET: HOOK };

interface Connected {
  readonly bankNo: number;
  readonly tested: string;
  readonly webhook: { address: string; where: string; events: string[]; secret: string };
}

const operatorWith = (keys: Readonly<Record<string, string>>) =>
  makeOperator({ ...world, environment: { ...world.environment, ...keys } });

const register = (bankId: string, apiKey: string, openingBalance = "1234.50") =>
  simulator.control("PUT", `/sim/accounts/${bankId}/${ACCOUNT}`, { apiKey, openingBalance });

async function keyOf(merchantId: string, bankId: string): Promise<string | undefined> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  return connections.find((one) => one.bankId === bankId)?.apiKey;
}

test("a bank is stored only if key, address and account work; the answer says what to enter there", async () => {
  const { merchantId: merchant } = await world.makeMerchant({ mode: "live", bankIds: [] });
  const given = {
    merchant,
    bank: "razorpayx",
    adapter: "razorpayx",
    "base-url": `${simulator.url}/razorpayx`,
    "debit-account": ACCOUNT,
  };
  await register("razorpayx", "key-1");
  const { BANK_KEY_ID: _, ...half } = KEYS;
  assert.match(await operatorWith(half).fail("connect-bank", given), /BANK_KEY_ID is not set/);
  const operator = operatorWith(KEYS);
  assert.match(await operator.fail("connect-bank", { ...given, bank: "mybank" }), /does not know this bank/);

  const wrongKey = await operatorWith({ ...KEYS, BANK_API_KEY: "wrong" }).fail("connect-bank", given);
  assert.match(
    wrongKey,
    /^Nothing was stored\. The bank does not accept the key\. \(Auth.*\nWhat to do: Enter both/,
  );
  const elsewhere = { ...given, "debit-account": "7878780080310000" };
  assert.match(await operator.fail("connect-bank", elsewhere), /not one of its accounts\. \(it has …6316\)/);
  const away = { ...given, "base-url": "http://127.0.0.1:9" };
  assert.match(await operator.fail("connect-bank", away), /cannot be reached/);
  assert.equal(await keyOf(merchant, "razorpayx"), undefined);

  const { tested, webhook } = await operator.run<Connected>("connect-bank", given);
  assert.equal(
    tested,
    "The bank accepts the key. The account that ends in 6316 belongs to it and holds 1234.50 rupees.",
  );
  assert.ok(webhook.address.endsWith(`/banks/${merchant}/razorpayx/callbacks`));
  assert.ok(webhook.events.includes("payout.failed") && webhook.events.includes("transaction.created"));
  assert.match(webhook.where, /Add Webhook/);
  assert.equal(await keyOf(merchant, "razorpayx"), "key-1");

  // A new key is tested too; what it does not name stays.
  await register("razorpayx", "key-2");
  const bank = { merchant, bank: "razorpayx" };
  assert.match(await operator.fail("set-bank-key", bank), /does not accept the key/);
  assert.match(await operator.fail("test-bank", bank), /^The bank does not accept the key/);
  const renewed = operatorWith({ BANK_API_KEY: "key-2" });
  await renewed.run("set-bank-key", bank);
  assert.equal(await keyOf(merchant, "razorpayx"), "key-2");
  assert.match((await renewed.run<Connected>("test-bank", bank)).tested, /accepts the key/);
  assert.match(await renewed.fail("set-bank-key", { merchant, bank: "cashfree" }), /no connection/);
  assert.match(await operatorWith({}).fail("set-bank-key", bank), /BANK_API_KEY is not set/);

  const untested = await operatorWith({ ...KEYS, BANK_API_KEY: "wrong" }).run<Connected>("connect-bank", {
    ...given,
    untested: true,
  });
  assert.match(untested.tested, /^It was not tested/);
  assert.equal(await keyOf(merchant, "razorpayx"), "wrong");
});

test("the dashboard tests keys before they are saved, and saves none that fail unless it is told to", async (t) => {
  const { merchantId, organizationId } = await world.makeMerchant({ mode: "live" });
  const cashfree = UPSTREAMS.find(({ id }) => id === "cashfree")!;
  // The service's own address is replaced by that of its imitation.
  const addresses = cashfree.baseUrls as { test: string };
  const real = addresses.test;
  addresses.test = `${simulator.url}/cashfree`;
  t.after(() => {
    addresses.test = real;
  });
  await register("cashfree", "key-1");
  const owner = await dashboard.logIn(organizationId, "owner");
  const keys = { keyId: "CF1", apiKey: "key-1", callbackSecret: HOOK, debitAccount: ACCOUNT };
  const given = { merchantId, upstreamId: "cashfree", environment: "test", ...keys };
  assert.deepEqual(await owner.ask("testUpstream", given), {
    fault: null,
    detail: "",
    accountKnown: false,
    balance: null,
  });
  const wrong = { ...given, apiKey: "wrong-key" };
  const failed = await owner.ask("testUpstream", wrong);
  assert.equal(failed.fault, "key_refused");
  assert.ok(!failed.detail.includes("wrong-key"));
  const { status, body } = await owner.call("connectUpstream", wrong);
  assert.deepEqual([status, body.error.code], [422, "keys_do_not_work"]);
  assert.equal(await keyOf(merchantId, "cashfree"), undefined);
  const asked = await owner.ask("connectUpstream", given);
  assert.ok(asked.requestId === null || asked.items.length === 2);
  const sandbox = await world.makeMerchant();
  const other = await dashboard.logIn(sandbox.organizationId, "owner");
  const refused = await other.call("testUpstream", { ...given, merchantId: sandbox.merchantId });
  assert.equal(refused.body.error.code, "live_only");
});
