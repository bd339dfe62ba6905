import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { DatabaseUnavailableError } from "#lib/db";
import { gather, OverloadError } from "./gather.ts";

/** Makes a flush that ends when the test ends it, and records the sets that it was given. */
function makeFlush() {
  const sets: string[][] = [];
  const ends: (() => void)[] = [];
  const flush = (inputs: string[]): Promise<string[]> => {
    sets.push(inputs);
    return new Promise((resolve) => ends.push(() => resolve(inputs.map((input) => input.toUpperCase()))));
  };
  const endNext = async (): Promise<void> => {
    ends.shift()!();
    await turn();
    await turn();
  };
  return { sets, flush, endNext };
}

test("calls of one moment are one set, and each gets its own answer", async () => {
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 10, lanes: 1, flush });
  const answers = Promise.all(["a", "b", "c"].map(call));
  await turn();
  await endNext();
  assert.deepEqual(await answers, ["A", "B", "C"]);
  assert.deepEqual(sets, [["a", "b", "c"]]);
});

test("calls that come while the lanes are busy travel together, no more than the limit", async () => {
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 2, lanes: 1, flush });
  const first = call("a");
  await turn();
  const others = Promise.all(["b", "c", "d"].map(call));
  await endNext();
  await endNext();
  await endNext();
  assert.deepEqual([await first, ...(await others)], ["A", "B", "C", "D"]);
  assert.deepEqual(sets, [["a"], ["b", "c"], ["d"]]);
});

test("a lane rests after a set of several, not after a lone call, and not when a full set waits", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 3, lanes: 1, restMs: 2, flush });
  const answers = ["a"].map(call);
  await turn();
  answers.push(call("b"), call("c"));
  await endNext();
  assert.equal(sets.length, 2, "nothing rests after a lone call");
  answers.push(call("d"));
  await endNext();
  assert.equal(sets.length, 2, "the lane rests");
  answers.push(call("e"));
  t.mock.timers.tick(1);
  await turn();
  assert.equal(sets.length, 2, "the lane still rests");
  t.mock.timers.tick(1);
  await turn();
  assert.deepEqual(sets[2], ["d", "e"]);
  answers.push(...["f", "g", "h"].map(call));
  await endNext();
  assert.deepEqual(sets[3], ["f", "g", "h"], "as many as it can carry do not wait");
  await endNext();
  assert.deepEqual(await Promise.all(answers), ["A", "B", "C", "D", "E", "F", "G", "H"]);
});

test("a set waits for calls that are on their way, no longer than its first call has patience", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let [coming, now] = [0, 0];
  t.mock.method(performance, "now", () => now);
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    t.mock.timers.tick(ms);
    await turn();
  };
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 3, lanes: 1, coming: () => coming, patienceMs: 3, flush });
  const answers = [call("a")];
  await turn();
  assert.deepEqual(sets, [["a"]], "no one is on the way");
  await endNext();
  coming = 2;
  answers.push(call("b"));
  await turn();
  await pass(2);
  assert.equal(sets.length, 1, "two are on their way");
  coming = 1;
  answers.push(call("c"));
  await turn();
  assert.equal(sets.length, 1, "one still is");
  await pass(1);
  assert.deepEqual(sets[1], ["b", "c"], "patience is over");
  answers.push(call("d"));
  await pass(3);
  await endNext();
  assert.deepEqual(sets[2], ["d"], "a call that has waited for the lane as long does not wait again");
  await endNext();
  answers.push(...["e", "f", "g"].map(call));
  await turn();
  assert.deepEqual(sets[3], ["e", "f", "g"], "as many as it can carry do not wait");
  await endNext();
  coming = 1;
  answers.push(call("h"));
  await turn();
  coming = 0;
  answers.push(call("i"));
  await turn();
  assert.deepEqual(sets[4], ["h", "i"], "all have come");
  await endNext();
  assert.deepEqual((await Promise.all(answers)).join(""), "ABCDEFGHI");
});

test("a set lingers for as many calls as came together before, and a lone call then waits no more", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 10, lanes: 1, lingerMs: 2, flush });
  const answers = ["a", "b"].map(call);
  await turn();
  await endNext();
  answers.push(call("c"));
  await turn();
  assert.equal(sets.length, 1, "another is expected");
  answers.push(call("d"));
  await turn();
  assert.deepEqual(sets[1], ["c", "d"], "as many have come");
  await endNext();
  answers.push(call("e"));
  await turn();
  now = 2;
  t.mock.timers.tick(2);
  await turn();
  assert.deepEqual(sets[2], ["e"], "no other came in time");
  await endNext();
  answers.push(call("f"));
  await turn();
  assert.deepEqual(sets[3], ["f"], "none is expected any more");
  await endNext();
  assert.equal((await Promise.all(answers)).join(""), "ABCDEF");
});

test("a set is open until its turn has come", async () => {
  const { sets, flush, endNext } = makeFlush();
  const begins: (() => void)[] = [];
  const call = gather({
    limit: 10,
    lanes: 1,
    flush,
    inTurn: async (begin) => {
      await new Promise<void>((resolve) => begins.push(resolve));
      return begin();
    },
  });
  const answers = [call("a")];
  await turn();
  answers.push(call("b"));
  await turn();
  assert.deepEqual(sets, []);
  begins.shift()!();
  await turn();
  answers.push(call("c"));
  await turn();
  assert.deepEqual([sets, begins.length], [[["a", "b"]], 0], "one set at a time");
  await endNext();
  begins.shift()!();
  await turn();
  await endNext();
  assert.deepEqual(await Promise.all(answers), ["A", "B", "C"]);
});

test("one call more than may wait is refused, and nothing is done for it", async () => {
  const { sets, flush, endNext } = makeFlush();
  const call = gather({ limit: 5, lanes: 1, waitingMax: 1, flush });
  const first = call("a");
  await turn();
  const second = call("b");
  await assert.rejects(call("c"), OverloadError);
  await endNext();
  await endNext();
  assert.deepEqual(await Promise.all([first, second]), ["A", "B"]);
  assert.deepEqual(sets, [["a"], ["b"]]);
});

test("a member that fails its set fails alone; where the database is the trouble no one is tried again", async () => {
  const sets: string[][] = [];
  let isGone = false;
  const call = gather({
    limit: 5,
    lanes: 1,
    flush: async (inputs: string[]) => {
      sets.push(inputs);
      if (isGone) throw new DatabaseUnavailableError(new Error("gone"));
      if (inputs.includes("poison")) throw new TypeError("a poisonous member");
      return inputs;
    },
  });
  const some = await Promise.allSettled(["a", "poison", "b"].map(call));
  assert.deepEqual(
    some.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(sets, [["a", "poison", "b"], ["a"], ["poison"], ["b"]]);
  isGone = true;
  const none = await Promise.allSettled(["c", "d"].map(call));
  assert.ok(none.every(({ status }) => status === "rejected"));
  assert.deepEqual(sets.slice(4), [["c", "d"]]);
});
