import assert from "node:assert/strict";
import { test } from "node:test";
import {
  dailyLimit,
  duplicate,
  newPayee,
  transferLimit,
  trustedAmount,
  unusualAmount,
  velocity,
} from "./kinds.ts";

const now = new Date("2026-11-20T06:30:00Z");
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test("a limit per transfer speaks above it, not at it", () => {
  const speaks = (amountPaise: bigint) => transferLimit.judge({ limitPaise: 100_00n }, { amountPaise });
  assert.equal(speaks(99_99n), null);
  assert.equal(speaks(100_00n), null);
  assert.deepEqual(speaks(100_01n), { amountPaise: 100_01 });
});

test("trust reaches up to its amount", () => {
  const speaks = (amountPaise: bigint) => trustedAmount.judge({ upToPaise: 100_00n }, { amountPaise });
  assert.ok(speaks(99_99n));
  assert.ok(speaks(100_00n));
  assert.equal(speaks(100_01n), null);
});

test("a limit per day speaks when the amount would take the day above it", () => {
  const speaks = (usedPaise: bigint) =>
    dailyLimit.judge({ limitPaise: 100_00n }, { amountPaise: 40_00n, usedPaise });
  assert.equal(speaks(59_99n), null);
  assert.equal(speaks(60_00n), null);
  assert.deepEqual(speaks(60_01n), { amountPaise: 40_00, usedPaise: 60_01 });
});

test("a velocity speaks when as many were taken as may be", () => {
  const speaks = (taken: number) => velocity.judge({ transfers: 3, periodMinutes: 10 }, { taken });
  assert.equal(speaks(1), null);
  assert.equal(speaks(2), null);
  assert.deepEqual(speaks(3), { taken: 3 });
  assert.ok(speaks(4));
});

test("a duplicate is one within the period", () => {
  const speaks = (lastAt: Date | null) => duplicate.judge({ periodMinutes: 30 }, { lastAt, orderedAt: now });
  assert.equal(speaks(null), null);
  assert.equal(speaks(ago(31)), null);
  assert.equal(speaks(ago(30)), null);
  assert.deepEqual(speaks(ago(29)), { lastAt: ago(29).toISOString() });
  assert.ok(speaks(now));
});

test("a new payee is a young one or one never paid, and only a large amount matters", () => {
  const rule = { abovePaise: 100_00n, addedWithinHours: 24 };
  const speaks = (amountPaise: bigint, hours: number, wasPaid: boolean) =>
    newPayee.judge(rule, { amountPaise, addedAt: ago(60 * hours), now, wasPaid });
  assert.equal(speaks(100_00n, 1, false), null);
  assert.deepEqual(speaks(100_01n, 1, true), {
    amountPaise: 100_01,
    addedAt: ago(60).toISOString(),
    wasPaid: true,
  });
  assert.ok(speaks(100_01n, 23.9, true));
  assert.equal(speaks(100_01n, 24, true), null);
  assert.ok(speaks(100_01n, 25, false));
  const anyAge = { ...rule, addedWithinHours: 0 };
  assert.equal(newPayee.judge(anyAge, { amountPaise: 100_01n, addedAt: now, now, wasPaid: true }), null);
});

test("an unusual amount is further from the median than so many spreads", () => {
  const rule = { times: 5, leastKnown: 3, direction: "above" as const };
  const speaks = (amountPaise: bigint, amounts: bigint[], direction: "above" | "either" = "above") =>
    unusualAmount.judge({ ...rule, direction }, { amountPaise, amounts });
  const same = [1000_00n, 1000_00n, 1000_00n];
  assert.equal(speaks(1500_00n, same), null, "five times a tenth is still usual");
  assert.deepEqual(speaks(1500_01n, same), {
    amountPaise: 1500_01,
    known: 3,
    medianPaise: 1000_00,
    spreadPaise: 100_00,
  });
  assert.equal(speaks(9999_00n, same.slice(1)), null, "two are too few to be usual");
  assert.equal(speaks(1_00n, same), null);
  assert.equal(speaks(500_00n, same, "either"), null);
  assert.ok(speaks(499_99n, same, "either"));
  // The median is 200. The distances are 0, 100, 100 and 800, and their lower middle is 100.
  const mixed = [100_00n, 1000_00n, 200_00n, 300_00n];
  assert.equal(speaks(700_00n, mixed), null);
  assert.ok(speaks(700_01n, mixed));
});
