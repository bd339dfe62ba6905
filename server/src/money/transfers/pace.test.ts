import assert from "node:assert/strict";
import { test } from "node:test";
import { makePace, makePayers } from "./runtime.ts";

test("no second has more turns than the bank takes, and a bank that rested takes the first at once", () => {
  const pace = makePace();
  const turns = Array.from({ length: 45 }, (_, n) => n + pace.take("bank 1", 10, n));
  assert.equal(turns[0], 0);
  for (const from of turns)
    assert.ok(turns.filter((turn) => turn >= from && turn < from + 999).length <= 10, String(from));
  assert.equal(pace.take("bank 1", 10, 60_000), 0);
  assert.equal(pace.take("bank 2", 10, 0), 0, "another account has turns of its own");
});

test("a merchant whose bank is slow has only as many places as have their turn in time", () => {
  const payers = makePayers();
  assert.equal(payers.take("slow", 500), 384);
  payers.limit("slow", 200);
  assert.equal(payers.take("slow", 1), 0);
  payers.free("slow", 300);
  assert.equal(payers.take("slow", 500), 116);
  assert.equal(payers.take("other", 500), 312);
});
