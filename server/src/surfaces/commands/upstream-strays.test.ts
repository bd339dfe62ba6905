/** Callbacks of real services that came before their payments were known here, as after a restore of the database. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectBank } from "#fund-sources";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const simulator = await startSimulator(world);

const HOUR_MS = 3_600_000;
const bankId = "cashfree";
const secrets = { apiKey: "key", callbackSecret: "hook-of-32-characters-or-more-5e1f" };

/** Pays by a live merchant that no callback of the service reaches; returns the reference of the payment. */
async function payUnheard() {
  const made = await world.makeMerchant({ mode: "live", balancePaise: 1_000_00n, bankIds: [bankId] });
  const { merchantId, debitAccount } = made;
  const account = { ...secrets, callbackUrl: "http://127.0.0.1:9" };
  await simulator.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, account);
  const connection = { baseUrl: `${simulator.url}/${bankId}`, keyId: "id", debitAccount, simulated: false };
  await connectBank(ctx, merchantId, { bankId, adapter: bankId, ...secrets, ...connection });
  const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const order = { transferKey: "one", amountPaise: 100_00n, remarks: "", fundSourceId: null };
  await acceptTransfers(ctx, merchantId, [{ ...order, payee: { inline }, mode: "imps" }]);
  await runtimeOf(ctx).idle();
  await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
  await moveClock(merchantId, HOUR_MS);
  await workTransfers(ctx, merchantId);
  const [attempt] = await world.look<{ reference: string }>(
    "select reference from transfers.attempt where merchant_id = $1",
    [merchantId],
  );
  assert.equal(await statusOf(merchantId), "succeeded");
  return { merchantId, debitAccount, reference: attempt!.reference };
}

async function statusOf(merchantId: string): Promise<string> {
  const read = "select status from transfers.transfer where merchant_id = $1";
  return (await world.look<{ status: string }>(read, [merchantId]))[0]!.status;
}

async function moveClock(merchantId: string, byMs: number): Promise<void> {
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update
     set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, byMs],
  );
}

test("a return that came too early stays open until the service confirms it, for 72 hours", async () => {
  const { merchantId, debitAccount, reference } = await payUnheard();
  const insert = "insert into transfers.stray_news values ($1, $2, $3, $4, $5, lib.now_of($1))";
  const news = { outcome: { kind: "returned", text: "reversed" }, amount: null };
  const keep = (key: string) => world.look(insert, [merchantId, bankId, reference, key, news]);
  const work = async () => {
    await workTransfers(ctx, merchantId);
    const open = "select fact_key from transfers.stray_news where merchant_id = $1 and matched_at is null";
    return (await world.look<{ fact_key: string }>(open, [merchantId])).map((one) => one.fact_key);
  };
  const asked = async () => {
    const log = `/sim/log?debitAccount=${debitAccount}`;
    const { lines } = await simulator.control<{ lines: { operation: string }[] }>("GET", log);
    return lines.filter(({ operation }) => operation === "enquire").length;
  };
  const before = await asked();
  await keep("forged");
  assert.deepEqual([await work(), await work()], [["forged"], ["forged"]]);
  assert.equal(await asked(), before + 1, "it is not asked about each time");
  await moveClock(merchantId, 72 * HOUR_MS);
  assert.deepEqual(await work(), []);
  assert.equal(await statusOf(merchantId), "succeeded");

  await keep("early");
  assert.deepEqual(await work(), ["early"]);
  await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
  await moveClock(merchantId, HOUR_MS);
  assert.deepEqual(await work(), []);
  assert.equal(await statusOf(merchantId), "reversed");
});
