import assert from "node:assert/strict";
import { test } from "node:test";
import { makeUnderWay } from "./keep-running.ts";

test("what is under way is counted by key, and its end only once", () => {
  const underWay = makeUnderWay();
  const endFirst = underWay.begin("a");
  const endSecond = underWay.begin("a");
  underWay.begin("b");
  assert.deepEqual([underWay.of("a"), underWay.of("b"), underWay.of("c")], [2, 1, 0]);
  endFirst();
  endFirst();
  assert.deepEqual([underWay.of("a"), underWay.of("b")], [1, 1]);
  endSecond();
  assert.deepEqual([underWay.of("a"), underWay.of("b")], [0, 1]);
});
