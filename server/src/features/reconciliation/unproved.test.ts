import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { listBreaks, listStatements, matchLines, resolveBreak, undoBreak } from "#reconciliation";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import type { HandLine, HandStatement } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
const { ctx } = world;
const { send, state, linesOf, breaksOf, statusOf } = makeScene(world);

const dayBefore = (days: number): string => istDate(new Date(Date.now() - days * 86_400_000));
const credit = (utr: string, rupees: bigint): HandLine => ({
  side: "credit",
  amountPaise: rupees * 100n,
  utr,
});
type About = Partial<HandStatement>;
/** Describes a statement from some days ago, with its opening balance. */
const at = (days: number, rupees: bigint, more: About = {}): About => ({
  ...more,
  day: dayBefore(days),
  openingPaise: rupees * 100n,
});

async function topUpsOf({ merchantId }: Payer): Promise<string[]> {
  const rows = await world.look<{ utr: string }>(
    "select utr from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING-%' order by utr",
    [merchantId],
  );
  return rows.map(({ utr }) => utr);
}

async function resolve(
  { merchantId }: Payer,
  resolution: "explained" | "not_ours" = "explained",
): Promise<string> {
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 5 });
  await resolveBreak(ctx, merchantId, { breakId, resolution, note: "asked the branch", by: "system" });
  await matchLines(ctx, merchantId);
  return breakId;
}

test("credits of a statement that does not follow wait for a person, and so do later ones", async () => {
  const merchant = await world.makePayer();
  await state(merchant, [credit("FIRST", 500n)], at(4, 0n));
  await state(merchant, [credit("WRONG", 70n)], at(3, 900n));
  await state(merchant, [credit("LATER", 30n)], at(2, 970n));
  assert.deepEqual(await topUpsOf(merchant), ["FIRST"], "nothing is known before the first statement");
  assert.deepEqual(await breaksOf(merchant), ["opening_differs"]);
  const { statements } = await listStatements(ctx, merchant.merchantId, { limit: 9 });
  assert.deepEqual(
    statements.map(({ unproved, lines }) => [unproved, lines.waiting]),
    [
      [false, 1],
      [true, 1],
      [false, 0],
    ],
  );
  const breakId = await resolve(merchant, "not_ours");
  assert.deepEqual(await topUpsOf(merchant), ["FIRST"], "a statement that is not ours proves nothing");
  await undoBreak(ctx, merchant.merchantId, { breakId, note: "it is ours", by: "system" });
  await resolve(merchant);
  assert.deepEqual(await topUpsOf(merchant), ["FIRST", "LATER", "WRONG"]);
});

test("what waits for a missing day goes on by itself when that day is here", async () => {
  const merchant = await world.makePayer();
  await state(merchant, [credit("ONE", 500n)], at(4, 0n));
  await state(merchant, [credit("THREE", 70n)], at(2, 600n));
  assert.deepEqual(await topUpsOf(merchant), ["ONE"]);
  assert.deepEqual(await breaksOf(merchant), ["missing_day"]);
  await state(merchant, [credit("TWO", 100n)], at(3, 500n));
  assert.deepEqual(await topUpsOf(merchant), ["ONE", "THREE", "TWO"]);
  assert.deepEqual(await breaksOf(merchant), ["missing_day went_away"]);
});

test("an earlier day that is brought late is held against the one after it", async () => {
  const merchant = await world.makePayer();
  await state(merchant, [credit("ONE", 500n)], at(4, 0n));
  await state(merchant, [credit("THREE", 70n)], at(2, 500n));
  assert.deepEqual(await topUpsOf(merchant), ["ONE", "THREE"], "a day without movements has no statement");
  await state(merchant, [credit("TWO", 100n)], at(3, 500n));
  assert.deepEqual(await topUpsOf(merchant), ["ONE", "THREE", "TWO"]);
  assert.deepEqual(await breaksOf(merchant), ["opening_differs"], "the later day does not follow any more");
  await state(merchant, [credit("FOUR", 10n)], at(1, 570n));
  assert.deepEqual(await topUpsOf(merchant), ["ONE", "THREE", "TWO"]);
});

test("the return of a payment waits too; its debits and those that are unknown do not", async () => {
  const merchant = await world.makePayer();
  const sent = await send(merchant, "PAID");
  const { reference } = sent;
  const amountPaise = 100_00n;
  await state(merchant, [credit("ONE", 5000n)], at(1, 0n));
  const lines: HandLine[] = [
    { side: "debit", amountPaise, reference },
    { side: "debit", amountPaise: 7_00n, reference: "NOT-OURS" },
    { side: "credit", amountPaise, reference, kind: "return" },
  ];
  await state(merchant, lines, at(0, 9000n));
  assert.deepEqual(await linesOf(merchant), [
    "credit matched arrival",
    "debit matched reference",
    "debit suspense",
    "credit new",
  ]);
  assert.equal(await statusOf(merchant, sent), "succeeded");
  const open = await listBreaks(ctx, merchant.merchantId, {
    open: true,
    kinds: ["opening_differs"],
    limit: 5,
  });
  assert.match(open[0]!.detail, /credits from \S+ on wait until this break is closed/);
  await resolveBreak(ctx, merchant.merchantId, {
    ...{ breakId: open[0]!.breakId, resolution: "bank_corrected", note: "the bank's letter", by: "system" },
  });
  await matchLines(ctx, merchant.merchantId);
  assert.equal(await statusOf(merchant, sent), "reversed");
});

test("a day under way waits for the one before it, without a break while that may yet come", async () => {
  const merchant = await world.makePayer();
  await state(merchant, [credit("ONE", 500n)], at(2, 0n));
  const today = [credit("NOW", 20n)];
  await state(merchant, today, at(0, 600n, { kind: "intraday" }));
  assert.deepEqual([await topUpsOf(merchant), await breaksOf(merchant)], [["ONE"], []]);
  await state(merchant, [credit("TWO", 100n)], at(1, 500n));
  assert.deepEqual(await topUpsOf(merchant), ["NOW", "ONE", "TWO"]);
  const more = [...today, credit("SOON", 5n)];
  await state(merchant, more, at(0, 999n, { kind: "intraday" }));
  assert.deepEqual(await breaksOf(merchant), ["opening_differs"]);
  assert.deepEqual(await topUpsOf(merchant), ["NOW", "ONE", "TWO"]);
  await resolve(merchant);
  await state(merchant, [...more, credit("THEN", 5n)], at(0, 999n, { kind: "intraday" }));
  assert.deepEqual(await topUpsOf(merchant), ["NOW", "ONE", "SOON", "THEN", "TWO"], "it was accepted once");
});

test("a file that people export may have grown since, and an older one adds nothing", async () => {
  const merchant = await world.makePayer();
  const noon = [credit("ONE", 500n), { side: "debit", amountPaise: 7_00n, narration: "fee" } as const];
  const evening = [...noon, credit("TWO", 100n)];
  const grows = at(1, 0n, { mayGrow: true });
  const later: About = at(0, 593n, { kind: "intraday" });
  assert.deepEqual(await state(merchant, noon, grows), { state: "imported", newLines: 2 });
  await state(merchant, [credit("NEXT", 1n)], later);
  assert.deepEqual(await topUpsOf(merchant), ["ONE"]);
  assert.deepEqual(await state(merchant, evening, grows), { state: "imported", newLines: 1 });
  assert.deepEqual(await topUpsOf(merchant), ["NEXT", "ONE", "TWO"], "the next day follows now");
  for (const lines of [noon, evening, [credit("ONE", 500n)]])
    assert.deepEqual(await state(merchant, lines, grows), { state: "repeated", newLines: 0 });
  assert.deepEqual(await state(merchant, [...noon, credit("OTHER", 3n)], grows), {
    state: "refused",
    newLines: 0,
  });
  assert.deepEqual(await state(merchant, evening.slice(1), { ...grows, openingPaise: 500_00n }), {
    ...{ state: "refused", newLines: 0 },
  });
  const open = await listBreaks(ctx, merchant.merchantId, { open: true, limit: 5 });
  assert.deepEqual(open.map(({ kind }) => kind).toSorted(), [
    "statement_changed",
    "statement_changed",
    "unknown_debit",
  ]);
  const today = at(0, 593n, { mayGrow: true });
  await state(merchant, [credit("NEXT", 1n), credit("MORE", 2n)], today);
  const { statements } = await listStatements(ctx, merchant.merchantId, { limit: 9 });
  assert.deepEqual([statements[0]!.kind, statements[0]!.lineCount], ["intraday", 2], "today is not over");
});
