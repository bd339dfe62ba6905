import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { OverloadError } from "#lib/gather";
import { makeBankPlaces } from "./bank-places.ts";

/** Questions that end when they are told to, in the order in which they began. */
function makeQuestions() {
  const inPlace = makeBankPlaces({ processMax: 3, merchantMax: 2, waitingMax: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (merchantId: string, name: string): Promise<string> =>
    inPlace(merchantId, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await turn();
  };
  return { ask, begun, end };
}

test("a merchant whose bank hangs leaves room for another, and each goes in its turn", async () => {
  const { ask, begun, end } = makeQuestions();
  const all = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1"), ask("b", "b2")];
  await turn();
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  await end("b1");
  assert.deepEqual(begun.slice(3), ["b2"], "who waits for the same bank stays behind");
  await end("a1");
  assert.deepEqual(begun.slice(4), ["a3"]);
  for (const name of ["a2", "a3", "b2"]) await end(name);
  assert.deepEqual(await Promise.all(all), ["a1", "a2", "a3", "b1", "b2"]);
});

test("who has too many waiting is refused one more, and nobody else is", async () => {
  const { ask, end } = makeQuestions();
  const all = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  await assert.rejects(ask("a", "a5"), OverloadError);
  all.push(ask("b", "b1"));
  await turn();
  for (const name of ["b1", "a1", "a2", "a3", "a4"]) await end(name);
  await Promise.all(all);
});

test("a place is given back by what failed", async () => {
  const inPlace = makeBankPlaces({ processMax: 1, merchantMax: 1, waitingMax: 0 });
  await assert.rejects(inPlace("a", () => Promise.reject(new TypeError("a question that fails"))));
  assert.equal(await inPlace("b", () => Promise.resolve("asked")), "asked");
});
