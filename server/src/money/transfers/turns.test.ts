import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { makeTurns } from "./runtime.ts";

test("a few sets begin at once, merchants in turn, and one that takes long holds no place", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const turns = makeTurns({ setsMax: 3, holdsMs: 50 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string): Promise<void> =>
    turns(name.slice(0, 1), () => {
      begun.push(name);
      return new Promise((resolve) => ends.push(resolve));
    });
  const names = ["A1", "B1", "C1"];
  const sets = [...names, "A2", "A3", "z1"].map(begin);
  await turn();
  assert.deepEqual(begun, names, "each has its place");
  ends[1]!();
  await turn();
  assert.equal(begun.at(-1), "A2", "who has waited longest");
  ends[2]!();
  await turn();
  assert.equal(begun.at(-1), "z1", "another merchant than one with two sets under way");
  t.mock.timers.tick(50);
  await turn();
  assert.equal(begun.at(-1), "A3", "those that take long have left");
  for (const end of ends) end();
  await Promise.all(sets);
  assert.deepEqual(await turns("A", async () => "answer"), "answer");
  await assert.rejects(
    turns("A", () => Promise.reject(new Error("a failure"))),
    /a failure/,
  );
});
