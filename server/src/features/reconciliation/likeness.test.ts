/** A credit that names nothing but an account is no return of a payment if it may be the return of something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { listBreaks, matchBreak, matchLines } from "#reconciliation";
import { recordNews, type TransferOrder, workTransfers } from "#transfers";
import { advance, makeFaultWorld, type Payer } from "#test/faults/fault-world";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene, type Sent } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { send, state, linesOf, breaksOf, statusOf } = makeScene(world);
const amountPaise = 100_00n;
const DAY_MS = 86_400_000;

const endingIn = (end: string) => ({ name: null, accountNumber: `XXXXXXXX${end}`, ifsc: null });
const nameless = { name: null, accountNumber: null, ifsc: null };
const debitOf = ({ reference }: Sent): HandLine => ({ side: "debit", amountPaise, reference });
/** A debit that was not ordered here, to an account with this end. */
const outside = (end: string, about: Partial<HandLine> = {}): HandLine => ({
  ...{ side: "debit", amountPaise, counterparty: endingIn(end) },
  ...about,
});
/** A return without a reference of ours. */
const returnFrom = (end: string, about: Partial<HandLine> = {}): HandLine => ({
  ...{ side: "credit", amountPaise, kind: "return", counterparty: endingIn(end), utr: "632800000009" },
  ...about,
});

/** The bank tells by callback that a payment came back. */
const tellReturn = ({ merchantId }: Payer, { transferId }: Sent) => {
  const outcome = {
    kind: "returned",
    code: "",
    text: "",
    utr: "",
    reason: "RETURNED_FROM_BENEFICIARY",
  } as const;
  return recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
};

/** Makes a merchant whose bank calls back about nothing. */
async function makeUncalled(): Promise<Payer> {
  const merchant = await world.makePayer();
  const { debitAccount, bankId } = merchant;
  const manner = { debitAccount, callbacks: { missingChance: 1 } };
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
  return merchant;
}

const bringBack = ({ bankId }: Payer, { reference }: Sent): Promise<unknown> =>
  world.simulator.control("POST", `/sim/payments/${reference}/force`, { bankId, outcome: "return" });

test("a return that names the end of one payment's account is its return if the bank confirms that", async () => {
  const merchant = await makeUncalled();
  const paid = await send(merchant, "PAID");
  await bringBack(merchant, paid);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  await state(merchant, [debitOf(paid), returnFrom("1191")]);
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched likeness"]);
  assert.equal(await statusOf(merchant, paid), "reversed");
  assert.deepEqual(await breaksOf(merchant), []);
});

test("if the bank says so only an hour later, the return is booked then", async () => {
  const merchant = await makeUncalled();
  const paid = await send(merchant, "PAID");
  await bringBack(merchant, paid);
  const match = { debitAccount: merchant.debitAccount, operation: "enquire" };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "html" } });
  await state(merchant, [debitOf(paid), returnFrom("1191")]);
  assert.equal((await linesOf(merchant)).at(-1), "credit suspense likeness");
  await advance(world, merchant, DAY_MS / 24);
  await workTransfers(ctx, merchant.merchantId);
  await matchLines(ctx, merchant.merchantId);
  assert.equal(await statusOf(merchant, paid), "reversed");
  assert.equal((await linesOf(merchant)).at(-1), "credit matched likeness");
  assert.deepEqual(await breaksOf(merchant), ["ambiguous matched"]);
});

test("of payments that a return is like, it is that of the one that came back by the bank's words", async () => {
  const merchant = await makeUncalled();
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  await bringBack(merchant, two);
  await state(merchant, [debitOf(one), debitOf(two), returnFrom("1191")]);
  assert.equal((await linesOf(merchant)).at(-1), "credit matched likeness");
  assert.deepEqual([await statusOf(merchant, one), await statusOf(merchant, two)], ["succeeded", "reversed"]);
});

test("a return that the bank does not confirm is in suspense until it does, whatever else it may be of", async () => {
  const others: HandLine[][] = [
    [],
    [outside("1191")],
    // The amount is inside of a debit with a charge, or of a sum of several payments.
    [outside("1191", { amountPaise: amountPaise + 5_90n })],
    [outside("1191", { amountPaise: amountPaise * 3n, kind: "batch", reference: "SUM" })],
  ];
  for (const lines of others) {
    const merchant = await world.makePayer();
    const paid = await send(merchant, "PAID");
    await state(merchant, [...lines, debitOf(paid), returnFrom("1191")]);
    assert.equal(await statusOf(merchant, paid), "succeeded");
    assert.equal((await linesOf(merchant)).at(-1), "credit suspense likeness");
    assert.ok((await breaksOf(merchant)).includes("ambiguous"));
    await tellReturn(merchant, paid);
    await matchLines(ctx, merchant.merchantId);
    assert.equal((await linesOf(merchant)).at(-1), "credit matched likeness");
    assert.ok((await breaksOf(merchant)).includes("ambiguous matched"));
  }
});

test("a reversal that is only like a payment without an outcome does not refuse it", async () => {
  const merchant = await world.makePayer();
  const { debitAccount } = merchant;
  const mishap = { kind: "cut-answer" };
  await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });
  const paid = await send(merchant, "PAID");
  const busy = { match: { debitAccount, operation: "enquire" }, mishap: { kind: "html" } };
  await world.simulator.control("POST", "/sim/script", busy);
  await state(merchant, [debitOf(paid), returnFrom("1191", { kind: "reversal" })]);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit suspense likeness"]);
});

test("a debit and its reversal that are only like a payment without an outcome say nothing of it", async () => {
  const utr = "632800000002";
  const waysOf = ({ reference }: Sent): Partial<HandLine>[] => [
    { utr },
    { utr, counterparty: nameless, narration: `IMPS/${utr}/${reference.slice(0, 12)}` },
  ];
  for (const way of [0, 1]) {
    const merchant = await world.makePayer();
    const match = { debitAccount: merchant.debitAccount };
    await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "cut-answer" } });
    const paid = await send(merchant, "PAID");
    const busy = { match: { ...match, operation: "enquire" }, mishap: { kind: "html" }, times: 9 };
    await world.simulator.control("POST", "/sim/script", busy);
    const about = waysOf(paid)[way]!;
    await state(merchant, [outside("1191", about), returnFrom("1191", { ...about, kind: "reversal" })]);
    assert.deepEqual(await linesOf(merchant), ["debit paired likeness", "credit paired likeness"]);
    assert.equal(await statusOf(merchant, paid), "sent");
    assert.deepEqual(await breaksOf(merchant), []);
    // The payment's own line still says that it was made.
    const tomorrow = istDate(new Date(Date.now() + DAY_MS));
    await advance(world, merchant, DAY_MS);
    await state(merchant, [debitOf(paid)], { day: tomorrow });
    assert.equal(await statusOf(merchant, paid), "succeeded");
  }
});

test("a debit that is only like a payment tells no UTR of it, and a credit with its UTR is not booked", async () => {
  const merchant = await world.makePayer();
  const match = { debitAccount: merchant.debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "cut-answer" } });
  const paid = await send(merchant, "PAID");
  const busy = { match: { ...match, operation: "enquire" }, mishap: { kind: "html" }, times: 9 };
  await world.simulator.control("POST", "/sim/script", busy);
  const utr = "632800000001";
  await state(merchant, [outside("1191", { utr }), returnFrom("1191", { utr })]);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  assert.deepEqual(await linesOf(merchant), ["debit matched likeness", "credit suspense likeness"]);
  const told = await world.look("select utr from transfers.fact where merchant_id = $1 and utr = $2", [
    merchant.merchantId,
    utr,
  ]);
  assert.deepEqual(told, []);
});

test("a return that is like a recent payment and one of 60 days ago is tied to neither", async () => {
  for (const [days, expected] of [
    [60, "credit suspense"],
    [61, "credit suspense likeness"],
  ] as const) {
    const merchant = await world.makePayer();
    const old = await send(merchant, "OLD");
    await state(merchant, [debitOf(old)]);
    await advance(world, merchant, days * DAY_MS);
    const paid = await send(merchant, "PAID");
    const day = istDate(new Date(Date.now() + days * DAY_MS));
    await state(merchant, [debitOf(paid), returnFrom("1191")], { day, openingPaise: -amountPaise });
    assert.equal((await linesOf(merchant)).at(-1), expected);
  }
});

test("an account's end is that of what the payment used, and never the phone number of the payee", async () => {
  const merchant = await world.makePayer();
  const payee: TransferOrder["payee"] = {
    inline: {
      ...{ name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" },
      ...{ phone: "9876547777", vpa: "asha@hdfc" },
    },
  };
  const paid = await send(merchant, "PAID", { payee });
  await state(merchant, [
    debitOf(paid),
    returnFrom("7777"),
    returnFrom("", { counterparty: { name: null, accountNumber: "XXXX@hdfc", ifsc: null } }),
  ]);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  assert.deepEqual(await breaksOf(merchant), ["unknown_credit", "unknown_credit"]);
});

test("a debit that a person matched gives way although it names the phone number of the payee", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const inline = {
    name: "Asha Rao",
    accountNumber: "026291800001191",
    ifsc: "YESB0000262",
    phone: "9876547777",
  };
  await state(merchant, [outside("7777")], { kind: "intraday" });
  const paid = await send(merchant, "PAID", { payee: { inline } });
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
  const { referenceId } = paid;
  await matchBreak(ctx, merchantId, { breakId, referenceId, note: "this one", by: "system" });
  await state(merchant, [outside("7777"), outside("1191")]);
  assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched likeness"]);
});

test("a return with the number of another debit is likened to no payment", async () => {
  const utr = "632800000001";
  for (const [debit, expected] of [
    [outside("7777", { utr }), ["debit paired", "credit paired"]],
    [outside("7777", { utr, amountPaise: 200_00n }), ["debit suspense", "credit suspense"]],
  ] as const) {
    const merchant = await world.makePayer();
    const paid = await send(merchant, "PAID");
    await state(merchant, [debitOf(paid), debit, returnFrom("1191", { utr })]);
    assert.equal(await statusOf(merchant, paid), "succeeded");
    assert.deepEqual(await linesOf(merchant), ["debit matched reference", ...expected]);
  }
});

test("the line of a return that the bank told before is that payment's, and no other payment's return", async () => {
  for (const daysAgo of [0, 9]) {
    const merchant = await world.makePayer();
    const told = await send(merchant, "TOLD");
    if (daysAgo > 0) await advance(world, merchant, daysAgo * DAY_MS);
    await tellReturn(merchant, told);
    const paid = await send(merchant, "PAID");
    // It names the returned payment, but its line would be of that amount.
    const small: HandLine = { side: "credit", amountPaise: 1_00n, kind: "return", reference: told.reference };
    const lines = daysAgo > 0 ? [debitOf(paid)] : [debitOf(told), debitOf(paid), small];
    const day = istDate(new Date(Date.now() + daysAgo * DAY_MS));
    await state(merchant, [...lines, returnFrom("1191")], { day });
    assert.deepEqual(
      [await statusOf(merchant, told), await statusOf(merchant, paid)],
      ["reversed", "succeeded"],
    );
    assert.equal((await linesOf(merchant)).at(-1), "credit matched likeness");
  }
});

test("a credit that one person matched with a return told before leaves that return's line to no other", async () => {
  const merchant = await world.makePayer();
  const spare = returnFrom("7777", { utr: "632800000001", reference: "BACK" });
  await state(merchant, [spare], { kind: "intraday" });
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchant.merchantId, { open: true, limit: 1 });
  const [told, paid] = [await send(merchant, "TOLD"), await send(merchant, "PAID")];
  await tellReturn(merchant, told);
  const { referenceId } = told;
  await matchBreak(ctx, merchant.merchantId, { breakId, referenceId, note: "this one", by: "system" });
  await state(merchant, [spare, debitOf(told), debitOf(paid), returnFrom("1191")]);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  assert.equal((await linesOf(merchant)).at(-1), "credit suspense likeness");
});

test("a return that may be the line of two returns told before is of no payment for certain", async () => {
  const merchant = await world.makePayer();
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  const paid = await send(merchant, "PAID");
  await tellReturn(merchant, one);
  await tellReturn(merchant, two);
  await state(merchant, [...[one, two, paid].map(debitOf), returnFrom("1191")]);
  assert.equal(await statusOf(merchant, paid), "succeeded");
  assert.equal((await linesOf(merchant)).at(-1), "credit suspense");
  assert.deepEqual(await breaksOf(merchant), ["ambiguous"]);
});
