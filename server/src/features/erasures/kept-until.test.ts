import assert from "node:assert/strict";
import { test } from "node:test";
import { keptUntil } from "./kept-until.ts";

test("a payment is kept until eight financial years have passed after its own, by Indian time", () => {
  const ends = (at: string): string => keptUntil(new Date(at)).toISOString();
  // 2026-27 is among the eight years before 2034-35, and not before 2035-36.
  assert.equal(ends("2026-11-29T12:00:00Z"), "2035-03-31T18:30:00.000Z");
  assert.equal(ends("2027-03-31T18:29:59Z"), "2035-03-31T18:30:00.000Z");
  assert.equal(ends("2027-03-31T18:30:00Z"), "2036-03-31T18:30:00.000Z");
  assert.equal(ends("2027-01-01T00:00:00Z"), "2035-03-31T18:30:00.000Z");
});
