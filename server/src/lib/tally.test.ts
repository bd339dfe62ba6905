import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTally } from "./tally.ts";

test("what is under way is counted by key, and its end only once", () => {
  const tally = makeTally();
  const endFirst = tally.begin("a");
  const endSecond = tally.begin("a");
  tally.begin("b");
  assert.deepEqual([tally.of("a"), tally.of("b"), tally.of("c")], [2, 1, 0]);
  endFirst();
  endFirst();
  assert.deepEqual([tally.of("a"), tally.of("b")], [1, 1]);
  endSecond();
  assert.deepEqual([tally.of("a"), tally.of("b")], [0, 1]);
});
