import assert from "node:assert/strict";
import { test } from "node:test";
import { matchLines } from "#reconciliation";
import { recordNews } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const bankId = "meghdoot";
const amountPaise = 20_000_00n;
const { send, state, linesOf, breaksOf, statusOf } = makeScene(world);
const intraday = { kind: "intraday" } as const;
const vpaOf = { name: null, accountNumber: "XXXXXXX@upi", ifsc: null };
const debit = { side: "debit", amountPaise, kind: "other", counterparty: vpaOf } as const;
const credit = { side: "credit", amountPaise, kind: "other", counterparty: vpaOf } as const;

const script = (merchant: Payer, mishap: object): Promise<unknown> =>
  world.simulator.control("POST", "/sim/script", { match: { debitAccount: merchant.debitAccount }, mishap });

async function refuse(merchant: Payer, key: string) {
  await script(merchant, { kind: "fail", code: "H14" });
  const payee = { inline: { name: "Asha Rao", vpa: "asha@upi" } };
  return send(merchant, key, { amountPaise, mode: "upi", payee });
}

const makePayer = (): Promise<Payer> => world.makePayer({ bankIds: [bankId] });

async function topUpsOf({ merchantId }: Payer): Promise<number> {
  const rows = await world.look(
    "select from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING%'",
    [merchantId],
  );
  return rows.length;
}

test("what went and came back under one number is nothing at once, however many payments it may be of", async () => {
  const merchant = await makePayer();
  await refuse(merchant, "ONE");
  await refuse(merchant, "TWO");
  await state(
    merchant,
    ["632611111111", "632622222222"].flatMap((utr) => [
      { ...debit, utr },
      { ...credit, utr },
    ]),
    intraday,
  );
  assert.deepEqual(await linesOf(merchant), [
    "debit paired",
    "credit paired",
    "debit paired",
    "credit paired",
  ]);
  assert.deepEqual(await breaksOf(merchant), []);
  assert.equal(await topUpsOf(merchant), 0);
});

test("without number and reference a reversal of the same moment undoes a debit, and nothing else does", async () => {
  const merchant = await makePayer();
  await refuse(merchant, "ONE");
  await refuse(merchant, "TWO");
  const [bookedAt, later] = [new Date("2026-11-20T10:00:00+05:30"), new Date("2026-11-20T10:00:01+05:30")];
  const reversal = { ...credit, bookedAt, kind: "reversal" } as const;
  const lines: HandLine[] = [
    { ...debit, bookedAt },
    { ...debit, bookedAt },
    reversal,
    reversal,
    { ...debit, bookedAt: later, amountPaise: 30_00n },
    { ...credit, bookedAt: later, amountPaise: 30_00n },
  ];
  await state(merchant, lines, { ...intraday, day: "2026-11-20" });
  const states = (await linesOf(merchant)).toSorted();
  assert.deepEqual(states, [
    ...["credit paired", "credit paired", "credit suspense", "debit paired", "debit paired"],
    "debit suspense",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["unknown_credit", "unknown_debit"]);
});

test("what was paired is a payment and its return once a bank names its number", async () => {
  const merchant = await makePayer();
  const { merchantId } = merchant;
  await script(merchant, { kind: "cut-answer" });
  const sent = await send(merchant, "OPEN", { amountPaise });
  const utr = "632633333333";
  const back = { ...credit, utr, kind: "return" } as const;
  await state(merchant, [{ ...debit, utr }, back], intraday);
  assert.deepEqual(await linesOf(merchant), ["debit paired", "credit paired"]);
  assert.equal(await statusOf(merchant, sent), "sent");
  const outcome = { kind: "succeeded", code: "00", text: "", utr, credited: false } as const;
  await recordNews(ctx, merchantId, [
    { transferId: sent.transferId, attempt: 1, source: "callback", outcome },
  ]);
  assert.equal(await statusOf(merchant, sent), "succeeded");
  await matchLines(ctx, merchantId);
  assert.equal(await statusOf(merchant, sent), "reversed");
  assert.deepEqual(await linesOf(merchant), ["debit matched utr", "credit matched utr"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("a line is of the payment whose reference its cut narration begins, if the amount is the same", async () => {
  const merchant = await makePayer();
  const [one, two] = [await refuse(merchant, "ONE"), await refuse(merchant, "TWO")];
  const cut = (reference: string, to: number): string => `UPI/632644444444/${reference.slice(0, to)}`;
  await state(merchant, [
    { ...debit, narration: cut(one.reference, 8) },
    { ...credit, narration: cut(one.reference, 8), kind: "reversal" },
    { ...debit, narration: cut(two.reference, 13), amountPaise: 20_000_01n },
    {
      ...debit,
      narration: cut(two.reference, 7),
      utr: "632644444445",
      counterparty: { ...vpaOf, accountNumber: null },
    },
  ]);
  assert.deepEqual(await linesOf(merchant), [
    "debit paired likeness",
    "credit paired likeness",
    "debit suspense",
    "debit suspense",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["ambiguous", "unknown_debit"]);
});

const pay = (merchant: Payer, key: string) =>
  send(merchant, key, { amountPaise, mode: "upi", payee: { inline: { name: "Asha Rao", vpa: "asha@upi" } } });

test("a debit whose narration has another payment's reference stops no bank, and finds its own payment", async () => {
  for (const isStated of [true, false]) {
    const merchant = await makePayer();
    const { merchantId } = merchant;
    const named = await pay(merchant, "NAMED");
    const its: HandLine = { ...debit, reference: named.reference };
    await script(merchant, { kind: "cut-answer" });
    const match = { debitAccount: merchant.debitAccount, operation: "enquire" };
    const busy = { match, mishap: { kind: "html" }, times: 9 };
    const open = await pay(merchant, "OPEN");
    await world.simulator.control("POST", "/sim/script", busy);
    const utr = "632655555555";
    const own: HandLine = { ...debit, utr, narration: `UPI/${utr}/${named.reference}` };
    await state(merchant, isStated ? [its, own] : [own], intraday);
    assert.equal(await statusOf(merchant, open), "sent");
    await state(merchant, isStated ? [its, own] : [own, its], intraday);
    const [bank] = await world.look(
      "select enabled from fund_sources.bank_connection where merchant_id = $1",
      [merchantId],
    );
    assert.deepEqual(bank, { enabled: true });
    assert.deepEqual(await breaksOf(merchant), isStated ? [] : ["unknown_debit"]);
    const outcome = { kind: "succeeded", code: "00", text: "", utr, credited: false } as const;
    const { transferId } = open;
    await recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
    await matchLines(ctx, merchantId);
    assert.deepEqual((await linesOf(merchant)).toSorted(), ["debit matched reference", "debit matched utr"]);
    assert.deepEqual(await breaksOf(merchant), isStated ? [] : ["unknown_debit matched"]);
  }
});

test("a credit whose narration has a payment's reference is its return only if the bank confirms it", async () => {
  const cases = [true, false].flatMap((isConfirmed) =>
    (["return", "credit"] as const).map((kind) => ({ isConfirmed, kind })),
  );
  for (const { isConfirmed, kind } of cases) {
    const merchant = await makePayer();
    const { debitAccount, merchantId } = merchant;
    const manner = { debitAccount, callbacks: { missingChance: 1 } };
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
    const [named, other] = [await pay(merchant, "NAMED"), await pay(merchant, "OTHER")];
    if (isConfirmed) {
      const force = { bankId, outcome: "return" };
      await world.simulator.control("POST", `/sim/payments/${named.reference}/force`, force);
    } else {
      const outcome = {
        kind: "returned",
        code: "",
        text: "",
        utr: "",
        reason: "RETURNED_FROM_BENEFICIARY",
      } as const;
      const { transferId } = other;
      await recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
    }
    const narration = `RETURN ${named.reference}`;
    const debits = [named, other].map(({ reference }): HandLine => ({ ...debit, reference }));
    await state(merchant, [...debits, { ...credit, kind, utr: "632666666666", narration }]);
    assert.deepEqual(
      [await statusOf(merchant, named), await statusOf(merchant, other)],
      isConfirmed ? ["reversed", "succeeded"] : ["succeeded", "reversed"],
    );
    const last = isConfirmed ? "credit matched likeness" : "credit suspense likeness";
    assert.equal((await linesOf(merchant)).at(-1), last);
    assert.deepEqual(await breaksOf(merchant), isConfirmed ? [] : ["ambiguous"]);
    assert.equal(await topUpsOf(merchant), 0);
  }
});

const nameless = { ...vpaOf, accountNumber: null };

async function isEnabled({ merchantId }: Payer): Promise<boolean> {
  const [bank] = await world.look<{ enabled: boolean }>(
    "select enabled from fund_sources.bank_connection where merchant_id = $1",
    [merchantId],
  );
  return bank!.enabled;
}

test("a debit whose narration has the references of a paid and a refused payment stops no bank", async () => {
  const merchant = await makePayer();
  const [refused, paid] = [await refuse(merchant, "REFUSED"), await pay(merchant, "PAID")];
  const utr = "632677777777";
  const narration = `UPI/${utr}/${paid.reference}/${refused.reference}`;
  await state(merchant, [{ ...debit, utr, counterparty: nameless, narration }]);
  assert.deepEqual(await linesOf(merchant), ["debit suspense"]);
  assert.deepEqual(await breaksOf(merchant), ["ambiguous"]);
  assert.equal(await isEnabled(merchant), true);
});

test("a line whose narration has one reference whole and cut is of that payment", async () => {
  const merchant = await makePayer();
  const { reference } = await pay(merchant, "PAID");
  const narration = `${reference}/${reference.slice(0, 10)}`;
  await state(merchant, [{ ...debit, counterparty: nameless, narration }]);
  assert.deepEqual(await linesOf(merchant), ["debit matched likeness"]);
});

test("a word does not tie a debit to a payment to another account", async () => {
  const merchant = await makePayer();
  const toAccount = { payee: orderTo("ANY").payee, mode: "imps" } as const;
  const { reference } = await send(merchant, "PAID", { amountPaise, ...toAccount });
  const to = (end: string) => ({ name: null, accountNumber: `XXXXXXXX${end}`, ifsc: null });
  const own = { ...debit, counterparty: to("1191") };
  const other = { ...debit, utr: "632677777791", counterparty: to("7777"), narration: `UPI/${reference}` };
  await state(merchant, [other, own]);
  assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched likeness"]);
  assert.deepEqual(await breaksOf(merchant), ["unknown_debit"]);
});

test("debits with words of several payments stop the bank only if they are more than these payments", async () => {
  for (const [count, isBack] of [[2], [3], [3, true]] as const) {
    const merchant = await makePayer();
    const [one, two] = [await pay(merchant, "ONE"), await pay(merchant, "TWO")];
    const words = [one.reference, `${two.reference}/${one.reference}`, `${one.reference}/${two.reference}`];
    const debits = words.slice(0, count).map((narration, index): HandLine => {
      return { ...debit, utr: `63267777778${index}`, counterparty: nameless, narration };
    });
    const lines = isBack ? [...debits, { ...credit, utr: "632677777782" }] : debits;
    await state(merchant, lines, intraday);
    assert.equal((await linesOf(merchant)).includes("debit suspense"), false);
    await state(merchant, lines);
    assert.deepEqual(new Set(await breaksOf(merchant)), new Set(["ambiguous"]));
    assert.equal(await isEnabled(merchant), count === 2 || isBack === true);
  }
});

test("a plain credit with words of several payments is no recharge, and the bank is asked about them", async () => {
  const merchant = await makePayer();
  const { debitAccount } = merchant;
  const manner = { debitAccount, callbacks: { missingChance: 1 } };
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
  const [named, back] = [await pay(merchant, "NAMED"), await pay(merchant, "BACK")];
  const force = { bankId, outcome: "return" };
  await world.simulator.control("POST", `/sim/payments/${back.reference}/force`, force);
  const narration = `RETURN ${back.reference} ${named.reference}`;
  const debits = [named, back].map(({ reference }): HandLine => ({ ...debit, reference }));
  await state(merchant, [...debits, { ...credit, kind: "credit", utr: "632688888888", narration }]);
  assert.deepEqual(
    [await statusOf(merchant, named), await statusOf(merchant, back)],
    ["succeeded", "reversed"],
  );
  assert.equal((await linesOf(merchant)).at(-1), "credit suspense");
  assert.deepEqual(await breaksOf(merchant), ["ambiguous"]);
  assert.equal(await topUpsOf(merchant), 0);
});

test("a plain credit with a word of a payment whose return is stated is no recharge", async () => {
  const merchant = await makePayer();
  const { reference } = await pay(merchant, "BACK");
  const back: HandLine = { ...credit, kind: "return", reference, utr: "632688888881" };
  const again: HandLine = {
    ...credit,
    kind: "credit",
    utr: "632688888882",
    narration: `RETURN ${reference}`,
  };
  await state(merchant, [{ ...debit, reference }, back, again]);
  assert.deepEqual((await linesOf(merchant)).slice(1), ["credit matched reference", "credit suspense"]);
  assert.deepEqual(await breaksOf(merchant), ["ambiguous"]);
  assert.equal(await topUpsOf(merchant), 0);
});

test("a debit that gave way does not name the payment by a UTR that it told in an earlier version", async () => {
  const merchant = await makePayer();
  const { merchantId } = merchant;
  const { transferId, reference } = await pay(merchant, "NAMED");
  const utr = "632699999999";
  const outside: HandLine = { ...debit, utr, counterparty: nameless, narration: `UPI/${utr}/${reference}` };
  await state(merchant, [outside], intraday);
  const [line] = await world.look<{ lineId: string }>(
    `select line_id as "lineId" from reconciliation.line where merchant_id = $1`,
    [merchantId],
  );
  const outcome = { kind: "succeeded", code: "00", text: "", utr, credited: false } as const;
  const told = { transferId, attempt: 1, source: "statement", outcome } as const;
  await recordNews(ctx, merchantId, [{ ...told, newsId: `line:${line!.lineId}` }]);
  const back: HandLine = { ...credit, kind: "return", utr };
  await state(merchant, [outside, { ...debit, reference }], intraday);
  await state(merchant, [outside, { ...debit, reference }, back]);
  assert.equal(await statusOf(merchant, { transferId }), "succeeded");
  const lines = ["credit paired", "debit matched reference", "debit paired"];
  assert.deepEqual((await linesOf(merchant)).toSorted(), lines);
});

test("on the statement of the whole day a payment to a VPA is known by how the VPA ends", async () => {
  const merchant = await makePayer();
  const refused = await refuse(merchant, "LATE");
  await state(merchant, [debit]);
  assert.deepEqual(await linesOf(merchant), ["debit suspense likeness"]);
  assert.deepEqual(await breaksOf(merchant), ["awaits_reversal"]);
  assert.equal(await statusOf(merchant, refused), "failed");
});
