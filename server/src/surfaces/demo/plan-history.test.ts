import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen } from "#rails";
import { planHistory } from "./plan-history.ts";

const DAY_MS = 86_400_000;

test("a demo that is made on any day of a year has its withdrawal in hours, well before the present", () => {
  const first = Date.parse("2026-01-01T20:00:00Z");
  for (let day = 0; day < 366; day += 1) {
    const end = new Date(first + day * DAY_MS);
    const withdrawals = planHistory(end).filter(({ deed }) => deed.kind === "withdraw");
    assert.equal(withdrawals.length, 1, end.toISOString());
    const { at } = withdrawals[0]!;
    assert.ok(isOpen("withdrawal", at), `${at.toISOString()} of the demo of ${end.toISOString()}`);
    assert.ok(end.getTime() - at.getTime() > 3 * DAY_MS);
  }
});
