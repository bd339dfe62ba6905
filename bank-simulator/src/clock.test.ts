import assert from "node:assert/strict";
import { test } from "node:test";
import { makeClocks } from "./clock.ts";

const START_MS = Date.parse("2026-01-05T10:00:00+05:30");
const HOUR_MS = 3_600_000;

test("what becomes due by moving the clock happens at once, in order, each at its own time", () => {
  const clocks = makeClocks(START_MS);
  const clock = clocks.of("1001");
  const seen: [string, number][] = [];
  const start = clock.now();
  const note = (name: string) => () => void seen.push([name, clock.now() - start]);
  clock.at(start + 3 * HOUR_MS, note("third"));
  clock.at(start + HOUR_MS, note("first"));
  clock.at(start + HOUR_MS, note("second"));
  clock.at(start + 9 * HOUR_MS, note("never"));
  clock.advance(4 * HOUR_MS);
  assert.deepEqual(seen, [
    ["first", HOUR_MS],
    ["second", HOUR_MS],
    ["third", 3 * HOUR_MS],
  ]);
  assert.equal(clock.waiting, 1);
  clocks.reset();
});

test("what a timer plans inside the move happens within it", () => {
  const clocks = makeClocks(START_MS);
  const clock = clocks.of("1001");
  const seen: number[] = [];
  const start = clock.now();
  const tick = (): void => {
    seen.push((clock.now() - start) / HOUR_MS);
    clock.at(clock.now() + HOUR_MS, tick);
  };
  clock.at(start + HOUR_MS, tick);
  clock.advance(5 * HOUR_MS);
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  clocks.reset();
});

test("each debit account has its own time; moving all of them moves new ones too", () => {
  const clocks = makeClocks(START_MS);
  clocks.advance(HOUR_MS, "1001");
  assert.equal(clocks.offsetMs("1001") - clocks.offsetMs("1002"), HOUR_MS);
  clocks.of("1002");
  clocks.advance(2 * HOUR_MS);
  assert.equal(clocks.offsetMs("1001") - clocks.offsetMs("1002"), HOUR_MS);
  assert.equal(clocks.offsetMs("1003"), clocks.offsetMs("1002"));
  assert.equal(clocks.of("1003").now() - START_MS >= 2 * HOUR_MS, true);
  clocks.reset();
});

test("a timer comes due by itself, sooner when the clock was moved almost there", async () => {
  const clocks = makeClocks(START_MS);
  const clock = clocks.of("1001");
  const rung = new Promise<void>((resolve) => clock.at(clock.now() + HOUR_MS, resolve));
  clock.advance(HOUR_MS - 5);
  await rung;
  assert.equal(clock.waiting, 0);
  clocks.reset();
});

test("ten thousand timers in any order happen in order of time", () => {
  const clocks = makeClocks(START_MS);
  const clock = clocks.of("1001");
  const start = clock.now();
  const seen: number[] = [];
  for (let nth = 0; nth < 10_000; nth += 1) {
    const dueAt = start + ((nth * 7_919) % 10_007) * 1_000;
    clock.at(dueAt, () => void seen.push(dueAt));
  }
  clock.advance(10_007_000);
  assert.equal(seen.length, 10_000);
  assert.deepEqual(
    seen,
    seen.toSorted((left, right) => left - right),
  );
  clocks.reset();
});
