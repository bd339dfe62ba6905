import assert from "node:assert/strict";
import { test } from "node:test";
import { listBankConnections } from "#fund-sources";
import { verifyLedger } from "#proof";
import { matchLines } from "#reconciliation";
import { recordNews } from "#transfers";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene, type Sent } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const bankId = "meghdoot";
const amountPaise = 100_00n;
const { send, state, linesOf, breaksOf, statusOf } = makeScene(world);
const intraday = { kind: "intraday" } as const;

const script = (merchant: Payer, mishap: object): Promise<unknown> =>
  world.simulator.control("POST", "/sim/script", { match: { debitAccount: merchant.debitAccount }, mishap });

test("a payment is known by its reference, its UTR, or its likeness, and only if nothing else fits", async () => {
  const merchant = await world.makePayer();
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  const three = await send(merchant, "THREE", { amountPaise: 300_00n });
  await send(merchant, "TWIN-1", { amountPaise: 400_00n });
  await send(merchant, "TWIN-2", { amountPaise: 400_00n });
  const counterparty = { name: null, accountNumber: "XXXXXXXX1191", ifsc: null };
  const debit = { side: "debit", counterparty } as const;
  const lines: HandLine[] = [
    { ...debit, amountPaise, reference: one.reference },
    { ...debit, amountPaise, utr: two.utr },
    { ...debit, amountPaise: 300_00n },
    { ...debit, amountPaise: 400_00n },
    { ...debit, amountPaise: 500_00n },
  ];
  await state(merchant, lines, intraday);
  // Likeness waits for the whole day; a line that resembles nothing does not.
  assert.deepEqual(await linesOf(merchant), [
    "debit matched reference",
    "debit matched utr",
    "debit new",
    "debit new",
    "debit suspense",
  ]);
  await state(merchant, lines);
  assert.deepEqual(await linesOf(merchant), [
    "debit matched reference",
    "debit matched utr",
    "debit matched likeness",
    "debit suspense",
    "debit suspense",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["ambiguous", "unknown_debit"]);
  assert.equal(await statusOf(merchant, three), "succeeded");
  // Neither the same statement again nor an overlapping one adds anything.
  assert.deepEqual(await state(merchant, lines), { state: "repeated", newLines: 0 });
  assert.deepEqual(await state(merchant, lines, intraday), { state: "repeated", newLines: 0 });
});

test("a statement is evidence: it pays, returns and refuses what was never answered", async () => {
  const merchant = await world.makePayer();
  await script(merchant, { kind: "cut-answer" });
  const paid = await send(merchant, "PAID");
  const back = await send(merchant, "BACK");
  await script(merchant, { kind: "cut" });
  const undone = await send(merchant, "UNDONE");
  assert.equal(await statusOf(merchant, paid), "sent");
  await state(merchant, [
    { side: "debit", amountPaise, reference: paid.reference, utr: "632512345678" },
    { side: "debit", amountPaise, reference: back.reference },
    { side: "credit", amountPaise, reference: back.reference, kind: "return", utr: "632512345679" },
    { side: "debit", amountPaise, reference: undone.reference },
    { side: "credit", amountPaise, reference: undone.reference, kind: "reversal" },
  ]);
  assert.deepEqual(
    [await statusOf(merchant, paid), await statusOf(merchant, back), await statusOf(merchant, undone)],
    ["succeeded", "reversed", "failed"],
  );
  assert.deepEqual(await breaksOf(merchant), []);
  const [utr] = await world.look("select utr from transfers.transfer where transfer_id = $1", [
    paid.transferId,
  ]);
  assert.deepEqual(utr, { utr: "632512345678" });
});

test("a payment that was never answered is paid and returned by one statement that has both", async () => {
  const merchant = await world.makePayer();
  await script(merchant, { kind: "cut-answer" });
  const sent = await send(merchant, "BOTH");
  const { reference } = sent;
  assert.equal(await statusOf(merchant, sent), "sent");
  await state(merchant, [
    { side: "debit", amountPaise, reference },
    { side: "credit", amountPaise, reference, kind: "return" },
  ]);
  assert.equal(await statusOf(merchant, sent), "reversed");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched reference"]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("another amount, a second debit and a return of nothing are never booked; a second debit stops it", async () => {
  const merchant = await world.makePayer();
  const [less, twice] = [await send(merchant, "LESS"), await send(merchant, "TWICE")];
  const isEnabled = async (): Promise<boolean | undefined> =>
    (await ctx.db.inMerchant(merchant.merchantId, (tx) => listBankConnections(ctx, tx)))[0]?.enabled;
  const lines: HandLine[] = [
    { side: "debit", amountPaise: 99_99n, reference: less.reference },
    { side: "debit", amountPaise, reference: twice.reference },
    { side: "credit", amountPaise, kind: "return", reference: "NOT-OURS" },
  ];
  await state(merchant, lines, intraday);
  assert.equal(await isEnabled(), true);
  await state(merchant, [...lines, { side: "debit", amountPaise, reference: twice.reference }], intraday);
  assert.equal(await isEnabled(), false);
  assert.deepEqual(await breaksOf(merchant), ["amount_differs", "double_debit", "unknown_credit"]);
  const whole = [...lines, { side: "debit", amountPaise, reference: twice.reference } as const];
  // The bank corrects itself.
  await state(merchant, [
    ...whole,
    { side: "credit", amountPaise, reference: twice.reference, kind: "reversal" },
  ]);
  assert.deepEqual(await breaksOf(merchant), [
    "amount_differs",
    "double_debit bank_corrected",
    "unknown_credit",
  ]);
  assert.equal(await statusOf(merchant, twice), "succeeded");
});

test("money from elsewhere is a top-up once, whatever the source, and not without a UTR", async () => {
  const merchant = await world.makePayer();
  const { debitAccount } = merchant;
  const credit = { bankId, account: debitAccount, amount: "250.00", utr: "TOLD1" };
  await world.simulator.control("POST", "/sim/credits", credit);
  await state(merchant, [
    { side: "credit", amountPaise: 250_00n, utr: "TOLD1" },
    { side: "credit", amountPaise: 70_00n, utr: "untold2" },
    { side: "credit", amountPaise: 5_00n },
    { side: "credit", amountPaise: 5_00n },
    { side: "credit", amountPaise: 1_00n, utr: "TOLD1", narration: "again" },
    { side: "debit", amountPaise: 11_80n, kind: "charge" },
  ]);
  const topUps = await world.look<{ utr: string }>(
    "select utr from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING%' order by utr",
    [merchant.merchantId],
  );
  assert.deepEqual(topUps, [{ utr: "TOLD1" }, { utr: "UNTOLD2" }]);
  const kinds = ["bank_charge", "top_up_contradiction", "unknown_credit", "unknown_credit"];
  assert.deepEqual(await breaksOf(merchant), kinds);
});

test("a debit of a refused payment waits for its reversal, and is a late success without one", async () => {
  const merchant = await world.makePayer({ bankIds: [bankId] });
  await script(merchant, { kind: "fail", code: "H14" });
  const refused = await send(merchant, "REFUSED");
  assert.equal(await statusOf(merchant, refused), "failed");
  const debit = { side: "debit", amountPaise, reference: refused.reference } as const;
  await state(merchant, [debit], intraday);
  assert.deepEqual(await breaksOf(merchant), ["awaits_reversal"]);
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, 3 * 86400000)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + 3 * 86400000`,
    [merchant.merchantId],
  );
  await matchLines(ctx, merchant.merchantId);
  assert.equal(await statusOf(merchant, refused), "failed");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference"]);
  const [late] = await world.look("select kind from transfers.contradiction where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.deepEqual(late, { kind: "late_success" });
  const { findings } = await verifyLedger(ctx, merchant.merchantId);
  assert.deepEqual(findings, []);
});

test("what went and came back under one number of the bank's are of one refused payment, and nothing", async () => {
  const merchant = await world.makePayer({ bankIds: [bankId] });
  await script(merchant, { kind: "fail", code: "H14" });
  const refused = await send(merchant, "BOTH_WAYS");
  const counterparty = { name: null, accountNumber: "XXXX1191", ifsc: null };
  const debit = { side: "debit", amountPaise, utr: "632612345678", kind: "other", counterparty } as const;
  const credit = { side: "credit", amountPaise, utr: "632612345678", kind: "other" } as const;
  await state(merchant, [debit, credit], intraday);
  await state(merchant, [debit, credit]);
  assert.deepEqual(await linesOf(merchant), ["debit paired", "credit paired"]);
  assert.equal(await statusOf(merchant, refused), "failed");
  const open = await world.look(
    "select from reconciliation.break where merchant_id = $1 and closed_at is null",
    [merchant.merchantId],
  );
  assert.equal(open.length, 0);
});

/** Returns the number of enquiries that the merchant's banks have got. */
async function countEnquiries({ debitAccount }: Payer): Promise<number> {
  const { lines } = await world.simulator.control<{ lines: { operation?: string }[] }>(
    "GET",
    `/sim/log?debitAccount=${debitAccount}`,
  );
  return lines.filter(({ operation }) => operation === "enquire").length;
}

test("a line whose UTR another bank told waits for the day, and its own bank is asked once", async () => {
  const merchant = await world.makePayer({ bankIds: [bankId, "purvasagar"] });
  const { merchantId } = merchant;
  const payAt = async (only: string, key: string): Promise<Sent> => {
    await world.look(
      "update fund_sources.bank_connection set enabled = (bank_id = $2) where merchant_id = $1",
      [merchantId, only],
    );
    return send(merchant, key);
  };
  const [one, two] = [await payAt(bankId, "ONE"), await payAt(bankId, "TWO")];
  const elsewhere = await payAt("purvasagar", "ELSEWHERE");
  const narration = `IMPS/${one.reference}/${two.reference}`;
  const credit = { side: "credit", amountPaise, kind: "other", utr: elsewhere.utr, narration } as const;
  const before = await countEnquiries(merchant);
  await state(merchant, [credit], intraday);
  const once = await countEnquiries(merchant);
  assert.ok(once > before);
  for (let run = 0; run < 3; run += 1) await matchLines(ctx, merchantId);
  assert.equal(await countEnquiries(merchant), once);
  assert.deepEqual(await linesOf(merchant), ["credit new"]);
});

test("during the day the bank is asked about a paid payment of which no UTR is known", async () => {
  const merchant = await world.makePayer({ bankIds: [bankId] });
  await script(merchant, { kind: "cut-answer" });
  const { transferId } = await send(merchant, "PAID");
  const outcome = { kind: "succeeded", code: "00", text: "", utr: "", credited: false } as const;
  await recordNews(ctx, merchant.merchantId, [{ transferId, attempt: 1, source: "enquiry", outcome }]);
  const before = await countEnquiries(merchant);
  await state(merchant, [{ side: "debit", amountPaise, utr: "632812345678" }], intraday);
  assert.equal(await countEnquiries(merchant), before + 1);
});
