/**
 * Live merchants pay through the counterparts of real services, whose webhooks come over HTTP. A member knows the
 * secret of the webhooks and also signs some with it.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fastify from "fastify";
import { connectBank, setBankEnabled } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { verifyLedger } from "#proof";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { mountCallbacks } from "./mount-callbacks.ts";
import { AMOUNT_PAISE, ending, event, type UpstreamId, UPSTREAMS } from "./test/upstream-webhooks.ts";

const world = await makeWorld();
const { ctx } = world;
const simulator = await startSimulator(world);
const app = fastify();
mountCallbacks(app, ctx);
const ownUrl = await app.listen({ host: "127.0.0.1", port: 0 });
world.onClose(() => app.close());

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOOK = "hook-of-32-characters-or-more-5e1f";
const BALANCE_PAISE = 1_000_00n;

/** Makes a live merchant with money that pays through the counterparts; only these banks are open. */
async function makePayer(open: readonly UpstreamId[]) {
  const made = await world.makeMerchant({
    mode: "live",
    balancePaise: BALANCE_PAISE,
    bankIds: [...open, ...UPSTREAMS.filter((bankId) => !open.includes(bankId))],
  });
  const { merchantId, debitAccount } = made;
  for (const bankId of UPSTREAMS) {
    await simulator.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, {
      apiKey: "key",
      callbackSecret: HOOK,
      callbackUrl: `${ownUrl}/banks/${merchantId}/${bankId}/callbacks`,
    });
    await connectBank(ctx, merchantId, {
      bankId,
      adapter: bankId,
      baseUrl: `${simulator.url}/${bankId}`,
      keyId: "id",
      apiKey: "key",
      callbackSecret: HOOK,
      debitAccount,
      simulated: false,
    });
    if (!open.includes(bankId))
      await setBankEnabled(ctx, merchantId, { bankId, enabled: false, by: "system" });
  }
  return made;
}

type Payer = Awaited<ReturnType<typeof makePayer>>;

interface AttemptState {
  reference: string;
  bankId: UpstreamId;
  status: string;
  utr: string | null;
  acknowledged: boolean;
}

function attemptsOf(merchantId: string): Promise<AttemptState[]> {
  return world.look<AttemptState>(
    `select attempt.reference, attempt.bank_id as "bankId", transfer.status, transfer.utr, transfer.acknowledged
     from transfers.transfer
     join transfers.attempt on attempt.merchant_id = transfer.merchant_id and attempt.transfer_id = transfer.transfer_id
     where transfer.merchant_id = $1
     order by attempt.attempt`,
    [merchantId],
  );
}

async function stateOf(merchantId: string): Promise<AttemptState> {
  const [row] = await attemptsOf(merchantId);
  assert.ok(row !== undefined);
  return row;
}

async function balanceOf(merchantId: string): Promise<bigint> {
  const [account] = await world.look<{ paise: string }>(
    "select balance_paise as paise from ledger.account where merchant_id = $1 and kind = 'wallet'",
    [merchantId],
  );
  return BigInt(account!.paise);
}

async function pay(merchantId: string): Promise<void> {
  const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const order = { transferKey: "one", amountPaise: AMOUNT_PAISE, remarks: "", fundSourceId: null };
  const [answer] = await acceptTransfers(ctx, merchantId, [{ ...order, payee: { inline }, mode: "imps" }]);
  assert.equal(answer?.kind, "accepted");
  await runtimeOf(ctx).idle();
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

const netOf = async (reference: string): Promise<string> =>
  (await simulator.control<{ net: string }>("GET", `/sim/payments/${reference}`)).net;

/** Sends a webhook that is signed with the secret, and returns the status of the response. */
async function forge({ merchantId }: Payer, bankId: UpstreamId, body: object): Promise<number> {
  const text = JSON.stringify(body);
  const at = String(Date.now());
  const mac = createHmac("sha256", HOOK);
  const headers: Record<string, string> =
    bankId === "razorpayx"
      ? { "x-razorpay-signature": mac.update(text).digest("hex") }
      : { "x-webhook-timestamp": at, "x-webhook-signature": mac.update(at + text).digest("base64") };
  const response = await fetch(`${ownUrl}/banks/${merchantId}/${bankId}/callbacks`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
  });
  await response.arrayBuffer();
  return response.status;
}

for (const bankId of UPSTREAMS) {
  test(`a live merchant pays through ${bankId}, hears of it by webhook, and gets back what was reversed`, async () => {
    const { merchantId, debitAccount } = await makePayer([bankId]);
    await pay(merchantId);
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
    const { reference, ...paid } = await stateOf(merchantId);
    assert.deepEqual([paid.status, paid.acknowledged], ["succeeded", true]);
    const booked = await simulator.control<{ utr: string; net: string }>("GET", `/sim/payments/${reference}`);
    assert.deepEqual([booked.utr, booked.net], [paid.utr, "100.00"]);

    await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
    assert.equal((await stateOf(merchantId)).status, "reversed");
    assert.deepEqual((await verifyLedger(ctx)).findings, []);
  });

  test(`${bankId} pays, and a signed webhook that says it did not gives no money back`, async () => {
    const payer = await makePayer([bankId]);
    const { merchantId, debitAccount } = payer;
    await pay(merchantId);
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
    const before = await balanceOf(merchantId);
    const { reference } = await stateOf(merchantId);
    for (const status of ["reversed", "failed"] as const) {
      assert.equal(await forge(payer, bankId, ending(bankId, reference, status)), 503, status);
      assert.deepEqual(
        [(await stateOf(merchantId)).status, await balanceOf(merchantId)],
        ["succeeded", before],
        status,
      );
    }
    assert.equal(await netOf(reference), "100.00");

    // The same words are true a moment later, and then they count.
    await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
    assert.equal(await forge(payer, bankId, ending(bankId, reference, "reversed")), 204);
    assert.deepEqual(
      [(await stateOf(merchantId)).status, await balanceOf(merchantId)],
      ["reversed", BALANCE_PAISE],
    );
    assert.deepEqual((await verifyLedger(ctx)).findings, []);
  });

  test(`a signed webhook that calls a payment of ${bankId} failed makes no other bank pay it again`, async () => {
    const payer = await makePayer([bankId, ...UPSTREAMS.filter((other) => other !== bankId)]);
    const { merchantId, debitAccount } = payer;
    const match = { bankId, debitAccount };
    const mishap = { kind: "pending", then: "succeed", afterMs: MINUTE_MS };
    await simulator.control("POST", "/sim/script", { match, mishap });
    await pay(merchantId);
    const open = await stateOf(merchantId);
    assert.deepEqual([open.bankId, open.status], [bankId, "sent"]);
    for (const status of ["failed", "reversed"] as const) {
      assert.equal(await forge(payer, bankId, ending(bankId, open.reference, status)), 503, status);
      await workTransfers(ctx, merchantId);
      await runtimeOf(ctx).idle();
    }
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: MINUTE_MS });
    const attempts = await attemptsOf(merchantId);
    assert.deepEqual(
      attempts.map((one) => [one.bankId, one.status]),
      [[bankId, "succeeded"]],
    );
    assert.equal(await netOf(open.reference), "100.00");
  });

  test(`a payment that ${bankId} refuses later goes through another bank as soon as its webhook comes`, async () => {
    const other = UPSTREAMS.find((one) => one !== bankId)!;
    const payer = await makePayer([bankId, other]);
    const { merchantId, debitAccount } = payer;
    const match = { bankId, debitAccount };
    await simulator.control("POST", "/sim/script", { match, mishap: { kind: "pending", then: "never" } });
    await pay(merchantId);
    const { reference } = await stateOf(merchantId);
    // Code H17: the payment network is not available.
    await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "fail", code: "H17" });
    await workTransfers(ctx, merchantId);
    await runtimeOf(ctx).idle();
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
    const attempts = await attemptsOf(merchantId);
    assert.deepEqual(
      attempts.map((one) => [one.bankId, one.status]),
      [
        [bankId, "succeeded"],
        [other, "succeeded"],
      ],
    );
    assert.equal(await netOf(reference), "0.00");
    // By such words the attempt that was given up is not paid after all, nor paid back.
    const balance = await balanceOf(merchantId);
    for (const status of ["paid", "reversed"] as const) {
      assert.equal(await forge(payer, bankId, ending(bankId, reference, status)), 503, status);
      assert.equal(await balanceOf(merchantId), balance, status);
    }
  });
}

test("if the service cannot be asked about a return, it is asked again an hour later", async () => {
  const { merchantId, debitAccount } = await makePayer(["cashfree"]);
  await pay(merchantId);
  await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
  const { reference } = await stateOf(merchantId);
  await simulator.control("POST", "/sim/script", {
    match: { operation: "enquire", bankId: "cashfree", reference },
    mishap: { kind: "http-error", httpStatus: 500 },
  });
  await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
  assert.equal((await stateOf(merchantId)).status, "succeeded");
  // The service does not repeat its webhook.
  const callbackUrl = "http://127.0.0.1:9";
  await simulator.control("PUT", `/sim/accounts/cashfree/${debitAccount}`, { callbackUrl });
  await moveClock(merchantId, 60 * MINUTE_MS);
  await workTransfers(ctx, merchantId);
  assert.equal((await stateOf(merchantId)).status, "reversed");
});

test("a flood of such webhooks asks the service at most twice a second", async () => {
  const payer = await makePayer(["cashfree"]);
  const { merchantId, debitAccount } = payer;
  await pay(merchantId);
  await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 1_000 });
  const { reference } = await stateOf(merchantId);
  const log = `/sim/log?debitAccount=${debitAccount}`;
  const asked = async (): Promise<number> => {
    const { lines } = await simulator.control<{ lines: { operation: string }[] }>("GET", log);
    return lines.filter(({ operation }) => operation === "enquire").length;
  };
  const [before, begun] = [await asked(), performance.now()];
  const flood = Array.from({ length: 60 }, () =>
    forge(payer, "cashfree", ending("cashfree", reference, "failed")),
  );
  assert.deepEqual(new Set(await Promise.all(flood)), new Set([503]));
  const seconds = (performance.now() - begun) / 1_000;
  const questions = (await asked()) - before;
  assert.ok(questions > 0 && questions <= 2 * (seconds + 1), `${questions} questions in ${seconds} seconds`);
  assert.equal((await stateOf(merchantId)).status, "succeeded");
});

async function transactionsOf(account: string): Promise<{ id: string }[]> {
  const headers = { authorization: `Basic ${Buffer.from("id:key").toString("base64")}` };
  const answer = await fetch(`${simulator.url}/razorpayx/transactions?account_number=${account}`, {
    headers,
  });
  return ((await answer.json()) as { items: { id: string }[] }).items;
}

test("a signed webhook alone tops up no wallet, and money that RazorpayX has is credited at once", async () => {
  const payer = await makePayer(["razorpayx"]);
  const { merchantId, debitAccount: account } = payer;
  const credit = {
    id: "txn_00000000000001",
    entity: "transaction",
    account_number: account,
    currency: "INR",
    credit: 500_00,
    debit: 0,
    source: { entity: "bank_transfer", bank_reference: "FORGED1", payer_name: "Merchant" },
  };
  for (const id of ["txn_00000000000001", "../payouts", ""]) {
    const status = await forge(payer, "razorpayx", event("transaction.created", { ...credit, id }));
    assert.equal(status, id.startsWith("txn") ? 503 : 400, id);
  }
  assert.equal(await balanceOf(merchantId), BALANCE_PAISE);

  const arrived = { bankId: "razorpayx", account, amount: "50.00", utr: "ARRIVED1" };
  await simulator.control("POST", "/sim/credits", arrived);
  assert.equal(await balanceOf(merchantId), BALANCE_PAISE + 50_00n);
  // The ID of a true transaction proves that transaction, whatever the webhook says about it.
  const [arrival] = await transactionsOf(account);
  await forge(payer, "razorpayx", event("transaction.created", { ...credit, id: arrival!.id }));
  const topUps = await world.look<{ utr: string; paise: string }>(
    `select utr, amount_paise as paise
     from fund_sources.top_up
     where merchant_id = $1 and bank_id = 'razorpayx' and utr not like 'OPENING-%'`,
    [merchantId],
  );
  assert.deepEqual(
    topUps.map(({ utr, paise }) => [utr, formatRupees(BigInt(paise))]),
    [["ARRIVED1", "50.00"]],
  );
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("a signed webhook about an old credit books nothing, because it may be of a time before the books", async () => {
  const payer = await makePayer(["razorpayx"]);
  const { merchantId, debitAccount: account } = payer;
  // The service's own webhook is lost.
  const callbackUrl = "http://127.0.0.1:9";
  await simulator.control("PUT", `/sim/accounts/razorpayx/${account}`, { callbackUrl });
  const arrived = { bankId: "razorpayx", account, amount: "50.00", utr: "BEFORE1" };
  await simulator.control("POST", "/sim/credits", arrived);
  const [credit] = await transactionsOf(account);
  for (const { ageMs, booked } of [
    { ageMs: 25 * 60 * MINUTE_MS + MINUTE_MS, booked: 0n },
    { ageMs: 24 * 60 * MINUTE_MS, booked: 50_00n },
  ]) {
    await moveClock(merchantId, ageMs);
    const told = event("transaction.created", credit!);
    const created_at = Math.floor((Date.now() + ageMs) / 1_000);
    assert.equal(await forge(payer, "razorpayx", { ...told, created_at }), 204);
    assert.equal(await balanceOf(merchantId), BALANCE_PAISE + booked);
    await moveClock(merchantId, -ageMs);
  }
});

test("with webhooks lost, the transactions tell what came back; a day without any is one like others", async () => {
  const { merchantId, debitAccount } = await makePayer(["razorpayx"]);
  const lost = { debitAccount, callbacks: { missingChance: 1 } };
  await simulator.control("PUT", "/sim/banks/razorpayx/manner", lost);
  await pay(merchantId);
  const { reference } = await stateOf(merchantId);
  await simulator.control("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
  assert.equal((await stateOf(merchantId)).status, "succeeded");
  await workReconciliation(ctx, merchantId);
  assert.equal((await stateOf(merchantId)).status, "reversed");

  for (let days = 0; days < 3; days += 1) {
    await moveClock(merchantId, DAY_MS);
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: DAY_MS });
    await workReconciliation(ctx, merchantId);
  }
  const whole = await world.look(
    "select day from reconciliation.statement where merchant_id = $1 and bank_id = 'razorpayx' and whole",
    [merchantId],
  );
  assert.equal(whole.length, 3);
  const breaks = await world.look("select kind, detail from reconciliation.break where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual(breaks, []);
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});
