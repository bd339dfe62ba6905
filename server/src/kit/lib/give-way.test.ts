import assert from "node:assert/strict";
import { test } from "node:test";
import { OverloadError } from "./gather.ts";
import { makeWay, type WayLimits } from "./give-way.ts";

/** Turns do not depend on time here, and an owner with few calls is given way for a whole test. */
const LIMITS: WayLimits = {
  few: 2,
  presentMs: 600_000,
  waitingMax: 1_000,
  everyMs: 1,
  perTurn: [0, 4],
  perOther: 0.5,
  freshMs: 600_000,
  lingerMs: 0,
  busyAtMost: 0.5,
};

/** Calls are named by their owner's letter and a number; a capital letter stands for an unknown caller. */
function makeCalls(limits: Partial<WayLimits> = {}, most = 100) {
  const way = makeWay({ ...LIMITS, ...limits }, () => 1);
  const begun: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, () => void>();
  const call = (name: string): void => {
    const letter = name[0]!;
    const owner = letter === letter.toLowerCase() ? letter : null;
    const leave = way.enter({ lane: letter, owner, most }, (error) => {
      if (error instanceof OverloadError) refused.push(name);
      else begun.push(name);
    });
    leaves.set(name, leave);
  };
  const callMany = (letter: string, count: number): void => {
    for (let no = 0; no < count; no += 1) call(`${letter}${no}`);
  };
  const end = (name: string): void => leaves.get(name)!();
  /** Makes and ends calls one after another, as a caller that waits for responses; then awaits all turns. */
  const callInTurn = async (letter: string, count: number): Promise<void> => {
    for (let no = 0; no < count; no += 1) {
      call(`${letter}${no}`);
      assert.equal(begun.at(-1), `${letter}${no}`, "who calls little waited");
      end(`${letter}${no}`);
      await turns();
    }
  };
  const countOf = (letter: string): number => begun.filter((name) => name.startsWith(letter)).length;
  return { begun, refused, call, callMany, end, callInTurn, countOf };
}

const turns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test("one who calls alone waits for nothing, however many calls they are", () => {
  const { callMany, countOf } = makeCalls({}, 500);
  callMany("a", 300);
  assert.equal(countOf("a"), 300);
});

test("beside one who calls little, of one who calls much one call begins for every two of the other", async () => {
  const { callMany, callInTurn, countOf, call, end } = makeCalls();
  call("b");
  end("b");
  callMany("a", 300);
  assert.equal(countOf("a"), LIMITS.few);
  await callInTurn("b", 20);
  assert.equal(countOf("a"), LIMITS.few + 10);
});

test("several who call much share what begins, those not known too", async () => {
  const { callMany, callInTurn, countOf, call, end } = makeCalls();
  call("d");
  end("d");
  for (const letter of ["a", "b", "C"]) callMany(letter, 100);
  await callInTurn("d", 24);
  assert.deepEqual(["a", "b", "C"].map(countOf), [6, 6, 6]);
});

test("someone who is not known calls much with calls that are over at once, too", async () => {
  const { callInTurn, call, end, countOf } = makeCalls({ lingerMs: 600_000 });
  call("b");
  end("b");
  for (let no = 0; no < 100; no += 1) {
    call(`C${no}`);
    end(`C${no}`);
  }
  assert.equal(countOf("C"), LIMITS.few);
  await callInTurn("b", 4);
  assert.equal(countOf("C"), LIMITS.few);
});

test("two who call much do not give way to each other, nor anyone to one who is not known", () => {
  const { callMany, countOf, call, end } = makeCalls();
  callMany("a", 50);
  callMany("b", 50);
  call("C");
  end("C");
  callMany("d", 50);
  assert.ok(countOf("a") + countOf("b") + countOf("d") >= 102);
});

test("when the other has gone, all that waited begin", async () => {
  const { callMany, call, end, countOf } = makeCalls({ presentMs: 20 });
  call("b");
  end("b");
  callMany("a", 90);
  while (countOf("a") < 90) await turns();
});

test("the rest waits beyond what an owner may have under way, and begins as others end", async () => {
  const { callMany, end, begun, countOf } = makeCalls({}, 3);
  callMany("a", 5);
  assert.equal(countOf("a"), 3);
  end("a0");
  // Ending a call twice has no further effect.
  end("a0");
  while (countOf("a") < 4) await turns();
  await turns();
  assert.deepEqual(begun, ["a0", "a1", "a2", "a3"]);
});

test("who goes while waiting is not begun; one too many is refused", async () => {
  const { call, callMany, end, begun, refused } = makeCalls({ waitingMax: 2 }, 1);
  callMany("a", 4);
  assert.deepEqual(refused, ["a3"]);
  end("a1");
  end("a0");
  while (begun.length < 2) await turns();
  call("a4");
  assert.deepEqual(begun, ["a0", "a2"]);
});

test("a process with time to spare begins more with each turn, and a busy one no more than it must", async () => {
  for (const [busyness, isMany] of [
    [0.1, true],
    [0.9, false],
  ] as const) {
    const begun: number[] = [];
    const way = makeWay({ ...LIMITS, freshMs: 0, perTurn: [0.01, 4] }, () => busyness);
    way.enter({ lane: "b", owner: "b", most: 10 }, () => undefined)();
    for (let no = 0; no < 200; no += 1)
      way.enter({ lane: "a", owner: "a", most: 1_000 }, () => void begun.push(no));
    const atOnce = begun.length;
    if (isMany) while (begun.length < 200) await turns();
    else for (let no = 0; no < 20; no += 1) await turns();
    if (!isMany) assert.ok(begun.length - atOnce <= 3, `${begun.length} began`);
  }
});
