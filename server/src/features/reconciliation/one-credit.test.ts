import assert from "node:assert/strict";
import { test } from "node:test";
import { claimCredits, listBankConnections } from "#fund-sources";
import { receiveNews, recordNews } from "#transfers";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { entryOf, makeCreditFiles, RETURNED, returnOf } from "./test/credit-files.ts";
import { makeFileBanks } from "./test/file-merchant.ts";
import { makeLooks } from "./test/make-looks.ts";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene, type Sent } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const banks = makeFileBanks(world);
const { work, breaksOf } = makeLooks(world);
const { bookingsOf, notice, statement } = makeCreditFiles(world, banks);
const { send, state, linesOf, statusOf } = makeScene(world);
const bankId = "meghdoot";
const amountPaise = 100_00n;
const utr = "632712345601";

/** The bank calls back about money that arrived. */
const notify = ({ debitAccount }: Payer, told = utr): Promise<unknown> =>
  world.simulator.control("POST", "/sim/credits", {
    ...{ bankId, account: debitAccount, amount: "100.00", utr: told },
    from: { name: "Vendor", accountNumber: "50100099887766", ifsc: "HDFC0000001" },
  });

/** A plain credit that names the payment on the account statement. */
const linesAbout = ({ reference }: Sent, more: Partial<HandLine> = {}): HandLine[] => [
  { side: "debit", amountPaise, reference },
  { side: "credit", amountPaise, reference, utr, ...more },
];

test("a JSON bank's credit that names a payment is a recharge once when the callback comes first", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await notify(merchant);
  await state(merchant, linesAbout(sent));
  assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched arrival"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a JSON bank's credit that names a payment is its return once when the statement comes first", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await state(merchant, linesAbout(sent));
  await notify(merchant);
  await state(merchant, linesAbout(sent));
  assert.equal(await bookingsOf(merchant), "0 recharged, 1 returned");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched reference"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a credit that carries the UTR of the payment is booked once in either order", async () => {
  for (const isNoticeFirst of [true, false]) {
    const merchant = await world.makePayer();
    const sent = await send(merchant, "PAID");
    const lines = linesAbout(sent, { reference: null, utr: sent.utr });
    if (isNoticeFirst) await notify(merchant, sent.utr!);
    await state(merchant, lines);
    if (!isNoticeFirst) await notify(merchant, sent.utr!);
    await state(merchant, lines);
    const expected = isNoticeFirst ? "1 recharged, 0 returned" : "0 recharged, 1 returned";
    assert.equal(await bookingsOf(merchant), expected);
  }
});

test("what is a recharge already is a return neither by an enquiry nor by a line that says so", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await notify(merchant);
  const { transferId } = sent;
  const outcome = { kind: "returned", code: "", text: "", utr, reason: "RETURNED_FROM_BENEFICIARY" } as const;
  await recordNews(ctx, merchant.merchantId, [{ transferId, attempt: 1, source: "enquiry", outcome }]);
  assert.equal(await statusOf(merchant, sent), "succeeded");
  await state(merchant, linesAbout(sent, { kind: "return" }));
  assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
  await work(merchant);
  assert.deepEqual(await breaksOf(merchant), ["contradiction", "top_up_contradiction"]);
});

test("a credit that names a payment and has no UTR to be known again by waits for a person", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await notify(merchant);
  await state(merchant, linesAbout(sent, { utr: null }));
  assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
  assert.deepEqual(await breaksOf(merchant), ["ambiguous"]);
});

test("a credit that waits for a person is left alone until its return is booked", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await state(merchant, linesAbout(sent, { utr: null }));
  const lastLock = (): Promise<object[]> =>
    world.look("select xmax::text from reconciliation.line where merchant_id = $1 and side = 'credit'", [
      merchant.merchantId,
    ]);
  const before = await lastLock();
  await work(merchant);
  assert.deepEqual(await lastLock(), before);
  await recordNews(ctx, merchant.merchantId, [{ ...returnOf(sent), source: "callback" }]);
  await work(merchant);
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched reference"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a credit of a return that the bank has told is its line, whatever the statement calls it", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  await recordNews(ctx, merchant.merchantId, [{ ...returnOf(sent), source: "callback" }]);
  await state(merchant, linesAbout(sent, { utr: null }));
  assert.equal(await bookingsOf(merchant), "0 recharged, 1 returned");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched reference"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a credit in ISO 20022 files that names a payment is booked once in either order", async () => {
  for (const isNoticeFirst of [true, false]) {
    const { merchant, references } = await banks.order(1);
    const [reference] = references as [string];
    await notice(merchant, entryOf(reference, "DBIT", "632700000001"));
    const credit = entryOf(reference, "CRDT", utr);
    if (isNoticeFirst) await notice(merchant, credit);
    await statement(merchant, entryOf(reference, "DBIT", "632700000001") + credit);
    if (!isNoticeFirst) await notice(merchant, credit);
    const expected = isNoticeFirst ? "1 recharged, 0 returned" : "0 recharged, 1 returned";
    assert.equal(await bookingsOf(merchant), expected);
    assert.deepEqual(await breaksOf(merchant), []);
  }
});

test("a notice that names a payment is no second booking of a return with another UTR, nor the reverse", async () => {
  for (const isNoticeFirst of [true, false]) {
    const { merchant, references } = await banks.order(1);
    const [reference] = references as [string];
    await notice(merchant, entryOf(reference, "DBIT", "632700000001"));
    if (isNoticeFirst) await notice(merchant, entryOf(reference, "CRDT", utr));
    const returned = entryOf(reference, "CRDT", "632700000002").replace("</Refs>", RETURNED);
    await notice(merchant, returned);
    if (!isNoticeFirst) await notice(merchant, entryOf(reference, "CRDT", utr));
    const expected = isNoticeFirst ? "1 recharged, 0 returned" : "0 recharged, 1 returned";
    assert.equal(await bookingsOf(merchant), expected);
    assert.deepEqual(await breaksOf(merchant), [isNoticeFirst ? "contradiction" : "stray_news"]);
    await statement(merchant, entryOf(reference, "DBIT", "632700000001") + entryOf(reference, "CRDT", utr));
    assert.equal(await bookingsOf(merchant), expected);
  }
});

test("a second credit that names a recharged payment is another recharge, whatever tells it first", async () => {
  for (const isNoticeFirst of [true, false]) {
    const { merchant, references } = await banks.order(1);
    const [reference] = references as [string];
    await notice(merchant, entryOf(reference, "DBIT", "632700000001"));
    const [first, second] = [entryOf(reference, "CRDT", utr), entryOf(reference, "CRDT", "632712345602")];
    await notice(merchant, first);
    if (isNoticeFirst) await notice(merchant, second);
    await statement(merchant, entryOf(reference, "DBIT", "632700000001") + first + second, "101000.00");
    if (!isNoticeFirst) await notice(merchant, second);
    assert.equal(await bookingsOf(merchant), "2 recharged, 0 returned");
    assert.deepEqual(await breaksOf(merchant), []);
  }
});

test("a credit that a stopped process had claimed as a return is one, although its notice came meanwhile", async () => {
  const { merchant, references } = await banks.order(1);
  const [reference] = references as [string];
  await notice(merchant, entryOf(reference, "DBIT", "632700000001"));
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    claimCredits(tx, "return", [{ bankId: merchant.bankId, utr, reference: null, amountPaise: 1_000_00n }]),
  );
  const credit = entryOf(reference, "CRDT", utr);
  await notice(merchant, credit);
  await statement(merchant, entryOf(reference, "DBIT", "632700000001") + credit);
  assert.equal(await bookingsOf(merchant), "0 recharged, 1 returned");
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a notice with the UTR of a return, but another amount or no number at all, does not vanish", async () => {
  const { merchant, references } = await banks.order(1);
  const [reference] = references as [string];
  await notice(merchant, entryOf(reference, "DBIT", "632700000001"));
  await notice(merchant, entryOf(reference, "CRDT", utr).replace("</Refs>", RETURNED));
  const again = entryOf("NOTPROVIDED", "CRDT", utr);
  await notice(merchant, again);
  assert.deepEqual(await breaksOf(merchant), []);
  await notice(merchant, again.replace("1000.00", "500.00"));
  assert.equal(await bookingsOf(merchant), "0 recharged, 1 returned");
  assert.deepEqual(await breaksOf(merchant), ["stray_news"]);
  await notice(merchant, entryOf("NOTPROVIDED", "CRDT", "NONREF"));
  assert.equal(await bookingsOf(merchant), "0 recharged, 1 returned");
});

test("of a recharge and a return that arrive at the same moment with one UTR, one is booked", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  const { transferId } = await send(merchant, "PAID");
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const connection = connections.find((one) => one.bankId === bankId)!;
  const from = { name: "", accountNumber: "", ifsc: "" };
  const credit = { kind: "credit", utr, amountPaise, account: debitAccount, from, factId: "F" } as const;
  const outcome = { kind: "returned", code: "", text: "", utr, reason: "RETURNED_FROM_BENEFICIARY" } as const;
  await Promise.all([
    receiveNews(ctx, merchantId, { connection, news: [credit] }),
    recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]),
  ]);
  const booked = await bookingsOf(merchant);
  assert.ok(["1 recharged, 0 returned", "0 recharged, 1 returned"].includes(booked), booked);
});
