/** A member who knows the secret of an upstream's callbacks signs a success with a chosen UTR. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectBank, readBalance, WALLET_ID } from "#fund-sources";
import { verifyLedger } from "#proof";
import { istDate } from "#lib/ist";
import { importStatement, matchLines } from "#reconciliation";
import { acceptTransfers, recordNews, runtimeOf } from "#transfers";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { type HandLine, makeStatement } from "./test/make-statement.ts";

const world = await makeWorld();
const { ctx } = world;
const simulator = await startSimulator(world);
const bankId = "razorpayx";
const amountPaise = 100_00n;
const secrets = { apiKey: "key", callbackSecret: "hook-of-32-characters-or-more-5e1f" };

/** Makes a live merchant whose payments at RazorpayX are under way for a minute; its callbacks get lost. */
async function makePayer() {
  const made = await world.makeMerchant({ mode: "live", balancePaise: 1_000_00n, bankIds: [bankId] });
  const { merchantId, debitAccount } = made;
  const account = { ...secrets, callbackUrl: "http://127.0.0.1:9" };
  await simulator.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, account);
  const connection = { baseUrl: `${simulator.url}/${bankId}`, keyId: "id", debitAccount, simulated: false };
  const connect = (baseUrl: string): Promise<unknown> =>
    connectBank(ctx, merchantId, { bankId, adapter: bankId, ...secrets, ...connection, baseUrl });
  await connect(connection.baseUrl);
  const mishap = { kind: "pending", then: "succeed", afterMs: 60_000 };
  await simulator.control("POST", "/sim/script", { match: { bankId, debitAccount }, mishap });

  /** Pays, and hears by callback that the payment succeeded: with its own UTR, or with another one. */
  async function pay(utr?: string): Promise<string> {
    const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
    const order = { transferKey: "one", amountPaise, remarks: "", fundSourceId: null };
    await acceptTransfers(ctx, merchantId, [{ ...order, payee: { inline }, mode: "imps" }]);
    await runtimeOf(ctx).idle();
    await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 60_000 });
    const [sent] = await world.look<{ transferId: string; reference: string }>(
      'select transfer_id as "transferId", reference from transfers.attempt where merchant_id = $1',
      [merchantId],
    );
    const { transferId, reference } = sent!;
    const booked = await simulator.control<{ utr: string }>("GET", `/sim/payments/${reference}`);
    const told = utr ?? booked.utr;
    const outcome = { kind: "succeeded", code: "processed", text: "", utr: told, credited: true } as const;
    await recordNews(ctx, merchantId, [
      { transferId, attempt: 1, source: "callback", outcome, newsId: "signed" },
    ]);
    return told;
  }

  /** While it runs, no enquiry reaches the service. */
  async function withoutService<T>(run: () => Promise<T>): Promise<T> {
    await connect("http://127.0.0.1:9");
    const result = await run();
    await connect(connection.baseUrl);
    return result;
  }

  /**
   * Imports a line of the statement of today, by default a credit, and returns its state with the payment's, its UTR
   * and the balance.
   */
  async function state(utr: string, more: Partial<HandLine> = {}, isWhole = false): Promise<unknown[]> {
    const line: HandLine = { side: "credit", amountPaise, kind: "reversal", utr, ...more };
    const statement = makeStatement({
      debitAccount,
      day: istDate(new Date()),
      kind: isWhole ? "end_of_day" : "intraday",
      lines: [line],
    });
    await importStatement(ctx, merchantId, { bankId, statement });
    await matchLines(ctx, merchantId);
    const [states] = await world.look<{ line: string; status: string | null; utr: string | null }>(
      `select state as line, status, transfer.utr
       from reconciliation.line
       left join transfers.transfer on transfer.merchant_id = line.merchant_id
       where line.merchant_id = $1`,
      [merchantId],
    );
    assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
    const { line: lineState, status, utr: shown } = states!;
    const { availablePaise } = await ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));
    return [lineState, status, shown, availablePaise < 1_000_00n ? "less" : "all"];
  }

  const contradictions = (): Promise<object[]> =>
    world.look("select kind, detail from transfers.contradiction where merchant_id = $1", [merchantId]);

  return { pay, state, withoutService, contradictions };
}

test("a signed success with the UTR of another payment's credit makes that credit no return", async () => {
  const early = await makePayer();
  assert.deepEqual(await early.state("FORGED1"), ["suspense", null, null, "all"]);
  await early.pay("FORGED1");
  assert.deepEqual(await early.state("FORGED1"), ["suspense", "succeeded", "FORGED1", "less"]);
  const late = await makePayer();
  await late.pay("FORGED1");
  // It may be of a payment, and so it waits for the statement of the whole day.
  assert.deepEqual(await late.state("FORGED1"), ["new", "succeeded", "FORGED1", "less"]);
});

test("if the service says another UTR than a callback, that is raised once", async () => {
  const signed = await makePayer();
  await signed.pay("FORGED1");
  await signed.state("FORGED1");
  await signed.state("FORGED1", {}, true);
  const detail = "the UTR that is shown was told by a callback, and the service says another one";
  assert.deepEqual(await signed.contradictions(), [{ kind: "answer_mismatch", detail }]);
  const honest = await makePayer();
  await honest.state(await honest.pay());
  assert.deepEqual(await honest.contradictions(), []);
});

test("a credit with the UTR of a callback is a return if the service says the same UTR when asked", async () => {
  const { pay, state } = await makePayer();
  const utr = await pay();
  assert.deepEqual(await state(utr), ["matched", "reversed", utr, "all"]);
});

test("a line with the UTR of a callback waits for the whole day if the service does not respond", async () => {
  for (const line of [
    { side: "debit", kind: "payment" },
    { side: "credit", kind: "credit" },
  ] as const) {
    const { pay, state, withoutService } = await makePayer();
    const utr = await pay();
    const left = ["succeeded", utr, "less"];
    assert.deepEqual(await withoutService(() => state(utr, line)), ["new", ...left]);
    const ended = line.side === "debit" ? left : ["reversed", utr, "all"];
    assert.deepEqual(await state(utr, line, true), ["matched", ...ended]);
  }
});
