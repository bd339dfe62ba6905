/** A stranger's credit names a payment of ours, and waits to be sent back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setRegisteredAccount } from "#fund-sources";
import { listBreaks, matchBreak, matchLines } from "#reconciliation";
import { recordNews } from "#transfers";
import { makeFaultWorld } from "#test/faults/fault-world";
import { entryOf, makeCreditFiles, RETURNED, returnOf } from "./test/credit-files.ts";
import { makeFileBanks } from "./test/file-merchant.ts";
import { makeLooks } from "./test/make-looks.ts";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const banks = makeFileBanks(world);
const { breaksOf } = makeLooks(world);
const { state, linesOf } = makeScene(world);
const { bookingsOf, notice, statement } = makeCreditFiles(world, banks);
const utr = "632712345601";

/** A stranger's credit, which waits to be sent back, has named the merchant's payment. */
async function beNamedByStranger() {
  const { merchant, references } = await banks.order(1);
  const [reference] = references as [string];
  const account = { holderName: "Own Account", accountNumber: "50100012345678", ifsc: "HDFC0000001" };
  await setRegisteredAccount(ctx, merchant.merchantId, { ...account, by: "system" });
  const debit = entryOf(reference, "DBIT", "632700000001");
  await notice(merchant, debit);
  const credit = entryOf(reference, "CRDT", utr);
  await notice(merchant, credit);
  const [arrived] = await world.look<{ suspended: boolean }>(
    "select suspended from fund_sources.top_up where merchant_id = $1 and utr = $2",
    [merchant.merchantId, utr],
  );
  assert.ok(arrived!.suspended);
  const back = entryOf(reference, "CRDT", "632700000002");
  return { merchant, debit, credit, back, reference };
}

test("a payment that a stranger's credit has named is returned once if the statement has a line of each", async () => {
  for (const isCalledReturn of [true, false]) {
    const { merchant, debit, credit, back, reference } = await beNamedByStranger();
    const told = isCalledReturn ? back.replace("</Refs>", RETURNED) : back;
    await statement(merchant, debit + told + credit, "101000.00");
    assert.equal(await bookingsOf(merchant), "1 recharged, 1 returned");
    assert.deepEqual(await breaksOf(merchant), []);
    await notice(merchant, told);
    assert.deepEqual(await breaksOf(merchant), []);
    await notice(merchant, credit);
    assert.deepEqual(await breaksOf(merchant), []);
    await notice(merchant, entryOf(reference, "CRDT", "632700000003"));
    assert.equal(await bookingsOf(merchant), "1 recharged, 1 returned");
    assert.deepEqual(await breaksOf(merchant), ["stray_news"]);
  }
});

test("a return that a notice tells waits for the statement if a stranger's credit has named the payment", async () => {
  const { merchant, debit, credit, back } = await beNamedByStranger();
  const told = back.replace("</Refs>", RETURNED);
  await notice(merchant, told);
  assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
  assert.deepEqual(await breaksOf(merchant), ["contradiction"]);
  await statement(merchant, debit + credit + told, "101000.00");
  assert.equal(await bookingsOf(merchant), "1 recharged, 1 returned");
});

test("a credit that gets another number during the day stays the recharge that it was before", async () => {
  const { merchant, reference } = await beNamedByStranger();
  const named = { amountPaise: 1_000_00n, reference } as const;
  const debit: HandLine = { ...named, side: "debit" };
  const before: HandLine = { ...named, side: "credit", utr, reference: null };
  const after: HandLine = { ...named, side: "credit", utr: "632700000002", kind: "return" };
  const openingPaise = 100_000_00n;
  await state(merchant, [debit, before], { kind: "intraday", openingPaise });
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched arrival"]);
  await state(merchant, [debit, before, after], { kind: "intraday", openingPaise });
  await state(merchant, [debit, after], { openingPaise });
  assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
  assert.ok((await breaksOf(merchant)).includes("ambiguous"));
});

test("a return that waits for the line of a recharge is left alone until that line is stated", async () => {
  const { merchant, reference } = await beNamedByStranger();
  const named = { amountPaise: 1_000_00n, reference } as const;
  const lines: HandLine[] = [
    { ...named, side: "debit" },
    { ...named, side: "credit", utr: "632700000002", kind: "return" },
  ];
  await state(merchant, lines, { openingPaise: 100_000_00n });
  const lastLock = (): Promise<object[]> =>
    world.look("select xmax::text from reconciliation.line where merchant_id = $1 and utr = '632700000002'", [
      merchant.merchantId,
    ]);
  const before = await lastLock();
  await matchLines(ctx, merchant.merchantId);
  assert.deepEqual(await lastLock(), before);
  assert.ok((await breaksOf(merchant)).includes("ambiguous"));
});

test("a credit that may be the stranger's waits for the line of that or a person, whatever was refused", async () => {
  for (const way of ["line", "line after a refusal", "hand", "hand after a refusal"]) {
    const { merchant, reference } = await beNamedByStranger();
    const { merchantId } = merchant;
    const named = { amountPaise: 1_000_00n, reference } as const;
    const lines: HandLine[] = [
      { ...named, side: "debit" },
      { ...named, side: "credit", utr: "632700000002", kind: "return" },
    ];
    const early = { kind: "intraday", openingPaise: 100_000_00n } as const;
    await state(merchant, lines, early);
    assert.equal(await bookingsOf(merchant), "1 recharged, 0 returned");
    const [waiting, ...others] = await listBreaks(ctx, merchantId, { open: true, limit: 9 });
    assert.deepEqual([waiting?.kind, others], ["ambiguous", []]);
    const { breakId, lineId, transferId } = waiting!;
    if (way.endsWith("after a refusal")) {
      const told = { ...returnOf({ transferId: transferId! }), source: "statement" } as const;
      await recordNews(ctx, merchantId, [{ ...told, newsId: `line:${lineId}` }]);
    }
    const [row] = await world.look<{ referenceId: string }>(
      `select reference_id as "referenceId" from transfers.transfer where merchant_id = $1`,
      [merchantId],
    );
    const match = {
      breakId,
      referenceId: BigInt(row!.referenceId),
      note: "the bank says so",
      by: "system",
    } as const;
    const ofBoth = [...lines, { ...named, side: "credit", utr } as const];
    if (way.startsWith("line")) await state(merchant, ofBoth, { ...early, kind: "end_of_day" });
    else await matchBreak(ctx, merchantId, match);
    assert.equal(await bookingsOf(merchant), "1 recharged, 1 returned");
    assert.ok(!(await breaksOf(merchant)).includes("ambiguous"));
  }
});
