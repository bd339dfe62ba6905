/** The contract of every adapter whose bank calls back: it trusts the bank, and no one else. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BankNews, Callback, Connection } from "../../src/money/banks/adapter.ts";
import type { Bench } from "./bench.ts";
import { BankError } from "../../src/money/banks/errors.ts";
import { makeInstruction } from "../../src/money/banks/make-adapter.ts";
import { isUpstream } from "../../src/money/banks/partner-banks.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Registers the contract's tests for one bank that calls back. */
export function testCallbackContract(bench: Bench): void {
  const { adapter, bankId } = bench;
  describe(`callbacks of ${adapter.name} with ${bankId}`, { concurrency: 16 }, () => {
    testGenuine(bench);
    testForged(bench);
    testAttack(bench);
  });
}

function read({ adapter }: Bench, connection: Connection, callback: Callback): BankNews[] {
  assert.ok(adapter.readCallback !== undefined);
  return adapter.readCallback(connection, callback);
}

/** Makes a pending payment, forces its outcome, and returns the callbacks that report it. */
async function tell({ adapter, bankId, bank }: Bench, outcome: string) {
  const connection = await bank().connect(bankId, adapter.name);
  const instruction = makeInstruction(connection);
  const { reference } = instruction;
  await bank().script(connection, { kind: "pending", then: "never" });
  await adapter.pay(connection, instruction);
  await bank().control("POST", `/sim/payments/${reference}/force`, { outcome });
  return { connection, reference, callbacks: [...bank().callbacksOf(connection)] };
}

function testGenuine(bench: Bench): void {
  const { adapter, bankId, bank, lacks = [] } = bench;
  for (const [forced, kind] of [
    ["succeed", "succeeded"],
    ["fail", "failed"],
    ["return", "returned"],
  ] as const) {
    test(`a payment that ${forced}s later is told as ${kind}, with its amount`, async () => {
      const { connection, reference, callbacks } = await tell(bench, forced);
      const news = callbacks.flatMap((callback) => read(bench, connection, callback)).at(-1);
      assert.ok(news?.kind === "payment", JSON.stringify(news?.kind));
      assert.equal(news.reference, reference);
      assert.equal(news.outcome.kind, kind);
      assert.equal(news.amountPaise, 123_45n);
    });
  }

  test("a top-up is told with its reference, amount and account", async () => {
    if (lacks.includes("arrivals")) return;
    const connection = await bank().connect(bankId, adapter.name);
    const account = connection.debitAccount;
    await bank().control("POST", "/sim/credits", { bankId, account, amount: "500.00", utr: "TOPUP1" });
    const [news] = bank()
      .callbacksOf(connection)
      .flatMap((callback) => read(bench, connection, callback));
    assert.ok(news?.kind === "credit");
    assert.deepEqual([news.utr, news.amountPaise, news.account], ["TOPUP1", 500_00n, account]);
    const { findCredit } = adapter;
    assert.equal(findCredit !== undefined, isUpstream(bankId), "an upstream is asked about credits");
    if (findCredit === undefined) return;
    const found = await findCredit(connection, news.factId);
    assert.ok(found !== null && Math.abs(found.at.getTime() - Date.now()) < 3_600_000);
    assert.deepEqual(found, { ...news, at: found.at });
    for (const [other, creditId] of [
      [connection, "txn_00000000099999"],
      [{ ...connection, apiKey: "guess" }, news.factId],
      [{ ...connection, debitAccount: "1" }, news.factId],
      [{ ...connection, baseUrl: "http://127.0.0.1:9" }, news.factId],
    ] as const) {
      assert.equal(await findCredit(other, creditId), null);
    }
  });

  test("a callback that is sent again is the same fact", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    await bank().script(connection, [{ kind: "pending" }, { kind: "callback-duplicate" }]);
    await adapter.pay(connection, makeInstruction(connection));
    await bank().control("POST", "/sim/clock", {
      debitAccount: connection.debitAccount,
      advanceMs: MINUTE_MS,
    });
    const facts = bank()
      .callbacksOf(connection)
      .flatMap((callback) => read(bench, connection, { ...callback, now: new Date(Date.now() + MINUTE_MS) }))
      .map(({ factId }) => factId);
    assert.ok(facts.length >= 3, `${facts.length} callbacks`);
    assert.ok(new Set(facts).size < facts.length);
  });
}

function testForged(bench: Bench): void {
  test("a forged, altered, old, early or foreign callback is not believed", async () => {
    const { connection, reference, callbacks } = await tell(bench, "succeed");
    const genuine = callbacks.at(-1)!;
    const old = bench.lacks?.includes("signing-time") ? 2 * DAY_MS : 6 * MINUTE_MS;
    assert.equal(read(bench, connection, genuine).length, 1);
    const text = Buffer.from(genuine.rawBody).toString();
    const shifted = (ms: number): Date => new Date(genuine.now.getTime() + ms);
    const forgeries: readonly (readonly [string, Connection, Callback])[] = [
      ["another secret", { ...connection, callbackSecret: "guess" }, genuine],
      ["an empty secret", { ...connection, callbackSecret: "" }, genuine],
      ["another body", connection, { ...genuine, rawBody: text.replace(reference, "ANOTHER") }],
      ["one byte more", connection, { ...genuine, rawBody: `${text} ` }],
      ["no signature", connection, { ...genuine, headers: {} }],
      ["old", connection, { ...genuine, now: shifted(old) }],
      ["six minutes early", connection, { ...genuine, now: shifted(-6 * MINUTE_MS) }],
    ];
    for (const [name, believer, callback] of forgeries) {
      assert.throws(
        () => read(bench, believer, callback),
        (error) => BankError.is(error, "callback_forged"),
        name,
      );
    }
    if (bench.lacks?.includes("account-name")) return;
    const other = { ...connection, debitAccount: "1" };
    assert.throws(
      () => read(bench, other, genuine),
      (error) => BankError.is(error, "callback_unreadable"),
    );
  });
}

function testAttack(bench: Bench): void {
  const { adapter, bankId, bank } = bench;
  test("the callbacks of a bank under attack are told apart", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const instruction = makeInstruction(connection);
    await bank().script(connection, [{ kind: "pending", then: "never" }, { kind: "callback-forged" }]);
    await adapter.pay(connection, instruction);
    await bank().control("POST", `/sim/payments/${instruction.reference}/force`, { outcome: "fail" });
    const believed = bank()
      .callbacksOf(connection)
      .flatMap((callback) => {
        try {
          return read(bench, connection, callback);
        } catch (error) {
          assert.ok(BankError.is(error, "callback_forged"));
          return [];
        }
      });
    assert.ok(believed.length < bank().callbacksOf(connection).length, "the forged one came");
    assert.ok(believed.every((news) => news.kind === "payment" && news.outcome.kind !== "succeeded"));
  });
}
