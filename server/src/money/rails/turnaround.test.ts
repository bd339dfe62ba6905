import assert from "node:assert/strict";
import { test } from "node:test";
import { RAILS } from "./rail.ts";
import { latenessOf, TURNAROUNDS } from "./turnaround.ts";

const at = (text: string): Date => new Date(`${text}+05:30`);
const credit = (rail: "imps" | "neft" | "rtgs", debited: string, until: string, amountPaise = 10_000_00n) =>
  latenessOf({ rail, amountPaise, debitedAt: at(debited), until: at(until) });

test("₹100 for each calendar day in India after T+1", () => {
  const cases: [debited: string, until: string, days: number][] = [
    ["2026-11-20T00:00:00", "2026-11-20T23:59:59", 0],
    ["2026-11-20T23:59:59", "2026-11-21T23:59:59.999", 0],
    ["2026-11-20T00:00:00", "2026-11-22T00:00:00", 1],
    // Two seconds before midnight in India is another day than two seconds after, whatever the day in UTC.
    ["2026-11-20T23:59:58", "2026-11-23T00:00:02", 2],
    ["2026-11-20T05:00:00", "2026-12-21T05:00:00", 30],
  ];
  for (const [debited, until, days] of cases) {
    const late = credit("imps", debited, until);
    assert.deepEqual([late.days, late.owedPaise], [days, BigInt(days) * 100_00n], until);
    assert.equal(late.dueAt.toISOString(), at("2026-11-21T23:59:59.999").toISOString());
  }
});

test("NEFT comes back within two hours of its batch; after that interest at the repo rate and two percent", () => {
  // A payment sent at 10:05 is in the batch of 10:30, so 12:30 is in time.
  assert.equal(credit("neft", "2026-11-20T10:05:00", "2026-11-20T12:30:00").days, 0);
  const late = credit("neft", "2026-11-20T10:05:00", "2026-11-20T12:30:01");
  // 7.25% a year of ₹10,000 for one day is ₹1.986...; the fraction of a paisa is not claimed.
  assert.deepEqual([late.days, late.owedPaise], [1, 1_98n]);
  assert.equal(credit("neft", "2026-11-20T10:05:00", "2026-11-30T12:30:00").owedPaise, 19_86n);
  const rtgs = credit("rtgs", "2024-03-05T11:00:00", "2024-03-06T12:00:00", 1_00_00_000_00n);
  // The rate was 8.5% in March 2024, and RTGS has one hour.
  assert.deepEqual([rtgs.days, rtgs.owedPaise], [1, 2_328_76n]);
});

test("every rail has a rule with its source", () => {
  for (const rail of RAILS) for (const row of TURNAROUNDS[rail]) assert.match(row.source, /^RBI /, rail);
});
