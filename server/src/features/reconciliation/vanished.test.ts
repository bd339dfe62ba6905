import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeFaultWorld } from "#test/faults/fault-world";
import { makeScene } from "./test/scene.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
const { send, state, linesOf, breaksOf, statusOf } = makeScene(world);
const amountPaise = 100_00n;
const intraday = { kind: "intraday" } as const;

test("what the whole day says in other words is the same movement, matched or in suspense once", async () => {
  const merchant = await world.makePayer();
  const one = await send(merchant, "ONE");
  const told = (narration: string) =>
    [
      { side: "debit", amountPaise, reference: one.reference, narration },
      { side: "debit", amountPaise: 7_00n, reference: "NOT-OURS", narration },
      { side: "credit", amountPaise: 50_00n, utr: "ARRIVED1", narration },
    ] as const;
  await state(merchant, told("under way"), intraday);
  await state(merchant, told("final"));
  const lines = await linesOf(merchant);
  assert.deepEqual(lines.toSorted(), [
    "credit matched arrival",
    "credit vanished arrival",
    "debit matched reference",
    "debit suspense",
    "debit vanished",
    "debit vanished reference",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["unknown_debit", "unknown_debit went_away"]);
  const topUps = await world.look(
    "select from fund_sources.top_up where merchant_id = $1 and utr = 'ARRIVED1'",
    [merchant.merchantId],
  );
  assert.equal(topUps.length, 1);
});

test("a line that the whole day lacks leaves suspense, and stands on the day that states it", async () => {
  const merchant = await world.makePayer();
  const moved = { side: "debit", amountPaise: 7_00n, reference: "NOT-OURS", lineId: "L1" } as const;
  await state(merchant, [moved], intraday);
  await state(merchant, []);
  assert.deepEqual(await linesOf(merchant), ["debit vanished"]);
  assert.deepEqual(await breaksOf(merchant), ["line_vanished", "unknown_debit went_away"]);
  const tomorrow = istDate(new Date(Date.now() + 86_400_000));
  assert.deepEqual(await state(merchant, [moved], { day: tomorrow }), { state: "imported", newLines: 1 });
  assert.deepEqual((await linesOf(merchant)).toSorted(), ["debit suspense", "debit vanished"]);
  assert.deepEqual(await breaksOf(merchant), [
    "line_vanished went_away",
    "unknown_debit",
    "unknown_debit went_away",
  ]);
});

test("a reversal that the bank takes back leaves the debit to be looked at again", async () => {
  const merchant = await world.makePayer();
  const match = { debitAccount: merchant.debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "fail", code: "H14" } });
  const refused = await send(merchant, "REFUSED");
  const { reference } = refused;
  const debit = { side: "debit", amountPaise, reference } as const;
  await state(merchant, [debit, { side: "credit", amountPaise, reference, kind: "reversal" }], intraday);
  assert.deepEqual(await linesOf(merchant), ["debit paired reference", "credit paired reference"]);
  await state(merchant, [debit]);
  assert.deepEqual(await linesOf(merchant), ["debit suspense reference", "credit vanished reference"]);
  assert.deepEqual(await breaksOf(merchant), ["awaits_reversal", "line_vanished"]);
  assert.equal(await statusOf(merchant, refused), "failed");
});

test("a number that was another movement's is taken for what it is: no line is lost behind it", async () => {
  const merchant = await world.makePayer();
  const numbered = (paise: bigint) =>
    [{ side: "credit", amountPaise: paise, utr: `U${paise}`, lineId: "1" }] as const;
  await state(merchant, numbered(5_00n));
  const tomorrow = istDate(new Date(Date.now() + 86_400_000));
  const day = { day: tomorrow, openingPaise: 5_00n };
  assert.deepEqual(await state(merchant, numbered(6_00n), day), { state: "imported", newLines: 1 });
  assert.deepEqual(await linesOf(merchant), ["credit matched arrival", "credit matched arrival"]);
  const twice = [...numbered(6_00n), ...numbered(6_00n)];
  const dayAfter = istDate(new Date(Date.now() + 2 * 86_400_000));
  await state(merchant, twice, { day: dayAfter, openingPaise: 11_00n });
  assert.equal(
    (await linesOf(merchant)).length,
    4,
    "equal ones of another day, and of one day, are lines too",
  );
});
