/** One person says of which payment a debit is, and that decides about no other money. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID } from "#fund-sources";
import { listBreaks, matchBreak, matchLines, undoMatch } from "#reconciliation";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { tieByHand } from "./match-break.ts";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene, type Sent } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const scene = makeScene(world);
const { send, linesOf, statusOf } = scene;
const amountPaise = 100_00n;
const state = (merchant: Payer, ...lines: HandLine[]) => scene.state(merchant, lines, { kind: "intraday" });
const script = ({ debitAccount }: Payer, mishap: object): Promise<unknown> =>
  world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });

/** Matches the newest open break to a payment. */
async function match({ merchantId }: Payer, { referenceId }: Sent): Promise<void> {
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
  await matchBreak(ctx, merchantId, { breakId, referenceId, note: "this one", by: "system" });
}

async function topUpsOf({ merchantId }: Payer): Promise<number> {
  const rows = await world.look(
    "select from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING%'",
    [merchantId],
  );
  return rows.length;
}

for (const [name, debit, credit] of [
  ["UTR", { utr: "632600000001" }, { utr: "632600000001", kind: "reversal" }],
  ["number", { lineId: "E1" }, { lineId: "E1", kind: "reversal" }],
  ["UTR in a plain credit", { utr: "632600000002" }, { utr: "632600000002", kind: "other" }],
] as const)
  test(`a reversal with the ${name} of a debit that was matched by hand is no return of that payment`, async () => {
    const merchant = await world.makePayer();
    const elsewhere: HandLine = { side: "debit", amountPaise, ...debit };
    await state(merchant, elsewhere);
    const paid = await send(merchant, "PAID");
    await match(merchant, paid);
    const lines: HandLine[] = [elsewhere, { side: "credit", amountPaise, ...credit }];
    await state(merchant, ...lines);
    assert.equal(await statusOf(merchant, paid), "succeeded");
    assert.deepEqual(await linesOf(merchant), ["debit matched by_hand", "credit suspense"]);
    assert.equal(await topUpsOf(merchant), 0);
    // The payment's own line takes its place.
    await state(merchant, ...lines, { side: "debit", amountPaise, reference: paid.reference });
    assert.equal(await statusOf(merchant, paid), "succeeded");
    assert.equal((await linesOf(merchant)).at(-1), "debit matched reference");
    assert.equal(await topUpsOf(merchant), 0);
  });

test("a debit that was matched by hand gives the payment no UTR, so no later credit is its return", async () => {
  const merchant = await world.makePayer();
  await script(merchant, { kind: "cut-answer" });
  const open = await send(merchant, "OPEN");
  const elsewhere: HandLine = { side: "debit", amountPaise, reference: "ELSE", utr: "632600000003" };
  await state(merchant, elsewhere);
  await match(merchant, open);
  assert.equal(await statusOf(merchant, open), "succeeded");
  const own: HandLine = { side: "debit", amountPaise, reference: open.reference, utr: "632600000004" };
  await state(merchant, elsewhere, own);
  const lines = [
    elsewhere,
    own,
    { side: "credit", amountPaise, utr: "632600000003", kind: "return" },
  ] as const;
  await state(merchant, ...lines);
  assert.equal(await statusOf(merchant, open), "succeeded");
  assert.deepEqual(await linesOf(merchant), ["debit paired", "debit matched reference", "credit paired"]);
  const [told] = await world.look("select utr from transfers.transfer where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.deepEqual(told, { utr: "632600000004" });
});

test("a reversal of a double debit is no return of its payment if a person has taken one debit away", async () => {
  for (const way of ["matched", "undone"] as const) {
    const merchant = await world.makePayer();
    const [twice, other] = [await send(merchant, "TWICE"), await send(merchant, "OTHER")];
    const debit: HandLine = { side: "debit", amountPaise, reference: twice.reference };
    await state(merchant, debit, debit);
    if (way === "matched") await match(merchant, other);
    else {
      const [line] = await world.look<{ lineId: string }>(
        "select line_id as \"lineId\" from reconciliation.line where merchant_id = $1 and state = 'matched'",
        [merchant.merchantId],
      );
      await undoMatch(ctx, merchant.merchantId, { lineId: line!.lineId, note: "not this one", by: "system" });
      await matchLines(ctx, merchant.merchantId);
    }
    await state(merchant, debit, debit, {
      ...{ side: "credit", amountPaise, kind: "reversal", reference: twice.reference },
    });
    assert.deepEqual(
      [await statusOf(merchant, twice), await statusOf(merchant, other)],
      ["succeeded", "succeeded"],
    );
    assert.ok((await linesOf(merchant)).includes("credit suspense"), way);
    const look = (): Promise<object[]> =>
      world.look(
        "select ctid::text, xmax::text from reconciliation.line where merchant_id = $1 and side = 'credit'",
        [merchant.merchantId],
      );
    const before = await look();
    await matchLines(ctx, merchant.merchantId);
    assert.deepEqual(await look(), before, "the credit that waits is left alone");
  }
});

for (const name of ["reference", "utr"] as const)
  test(`a return of a payment is still its return if a person has repeated what the bank's ${name} says`, async () => {
    const merchant = await world.makePayer();
    const sent = await send(merchant, "AGAIN");
    const debit: HandLine = { side: "debit", amountPaise, [name]: sent[name] };
    await state(merchant, debit);
    const [line] = await world.look<{ lineId: string }>(
      'select line_id as "lineId" from reconciliation.line where merchant_id = $1',
      [merchant.merchantId],
    );
    await undoMatch(ctx, merchant.merchantId, { lineId: line!.lineId, note: "a mistake", by: "system" });
    await match(merchant, sent);
    await state(merchant, debit, { ...debit, side: "credit", kind: "return" });
    assert.equal(await statusOf(merchant, sent), "reversed");
  });

test("a credit with the UTR of a payment is paired with the debit that a person has taken from it", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "UNDONE");
  const debit: HandLine = { side: "debit", amountPaise, reference: sent.reference, utr: sent.utr };
  await state(merchant, debit);
  const [line] = await world.look<{ lineId: string }>(
    'select line_id as "lineId" from reconciliation.line where merchant_id = $1',
    [merchant.merchantId],
  );
  await undoMatch(ctx, merchant.merchantId, { lineId: line!.lineId, note: "not this one", by: "system" });
  await state(merchant, debit, { side: "credit", amountPaise, kind: "reversal", utr: sent.utr });
  assert.deepEqual(await linesOf(merchant), ["debit paired", "credit paired"]);
  assert.equal(await statusOf(merchant, sent), "succeeded");
});

test("a credit that has only the payer's own words in common with a debit matched by hand is a recharge", async () => {
  const merchant = await world.makePayer();
  const debit: HandLine = { side: "debit", amountPaise, reference: "RENT" };
  await state(merchant, debit);
  await match(merchant, await send(merchant, "PAID"));
  await state(merchant, debit, {
    ...{ side: "credit", amountPaise, reference: "RENT", utr: "632600000005", kind: "credit" },
  });
  assert.equal(await topUpsOf(merchant), 1);
});

test("a match that another person has approved is over if the credit is booked as a recharge before", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId } = merchant;
  const { reference, referenceId } = await send(merchant, "PAID");
  const utr = "632600000006";
  const lines: HandLine[] = [
    { side: "debit", amountPaise, reference },
    { side: "credit", amountPaise, kind: "return", utr },
  ];
  await scene.state(merchant, lines);
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
  await ctx.db.inMerchant(merchantId, (tx) =>
    tieByHand(tx, { breakId, referenceId, note: "this one", by: "system" }),
  );
  await topUp(ctx, merchantId, { bankId, utr, amountPaise, fundSourceId: WALLET_ID });
  await matchLines(ctx, merchantId);
  const [credit] = await world.look(
    `select state, transfer_id as "transferId", held_until as "heldUntil"
     from reconciliation.line
     where merchant_id = $1 and side = 'credit'`,
    [merchantId],
  );
  assert.deepEqual(credit, { state: "suspense", transferId: null, heldUntil: null });
});
