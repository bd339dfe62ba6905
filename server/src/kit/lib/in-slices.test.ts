import assert from "node:assert/strict";
import { test } from "node:test";
import { inSlices } from "./in-slices.ts";

test("many are done in their order, few in one turn, and others come in between", async () => {
  const done: (number | "other")[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const items = Array.from({ length: 100 }, (_, index) => index);
  inSlices(items, (item, index) => {
    assert.equal(item, index);
    done.push(item);
    if (item === 99) end();
  });
  assert.ok(done.length > 0 && done.length <= 32, "the first few are done at once");
  setImmediate(() => done.push("other"));
  await over;
  assert.deepEqual(
    done.filter((one) => one !== "other"),
    items,
  );
  assert.ok(done.indexOf("other") <= 64, "who came later waits for no more than the slices before it");
});

test("several at the same time share the turns, one slice in each", async () => {
  const done: string[] = [];
  const items = Array.from({ length: 160 }, (_, index) => index);
  for (const name of ["a", "b", "c"]) inSlices(items, () => done.push(name));
  for (let turns = 0; turns < 12; turns += 1) {
    const before = done.length;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(done.length - before <= 32);
  }
  assert.equal(done.length, 480);
  assert.deepEqual(new Set(done.slice(96, 192)), new Set(["a", "b", "c"]));
});

test("few are done at once", () => {
  const done: string[] = [];
  inSlices(["a", "b"], (item) => done.push(item));
  inSlices([], () => done.push("none"));
  assert.deepEqual(done, ["a", "b"]);
});
