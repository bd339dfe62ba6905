import assert from "node:assert/strict";
import { test } from "node:test";
import { isMet, type Figure } from "./figure.ts";
import { median, summarizeLatencies } from "./latencies.ts";
import { runClosedLoop } from "./run-closed-loop.ts";
import { runOpenLoop } from "./run-open-loop.ts";

test("percentiles are latencies that were measured", () => {
  const latencies = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.deepEqual(summarizeLatencies(latencies), {
    count: 200,
    p50Ms: 100,
    p90Ms: 180,
    p95Ms: 190,
    p99Ms: 198,
    maxMs: 200,
  });
  assert.deepEqual(summarizeLatencies([7]), { count: 1, p50Ms: 7, p90Ms: 7, p95Ms: 7, p99Ms: 7, maxMs: 7 });
  assert.ok(Number.isNaN(summarizeLatencies([]).p99Ms));
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5]);
});

test("a goal of a ratio needs a ratio", () => {
  const figure: Figure = {
    name: "x",
    value: 5_000,
    unit: "transfers/s",
    goals: [{ of: "ratio", atLeast: 1 }],
  };
  assert.equal(isMet(figure), false);
  assert.equal(isMet({ ...figure, ratio: 1 }), true);
  assert.equal(isMet({ ...figure, goals: [] }), null);
});

test("a closed loop keeps to its callers and to its calls", async () => {
  let [open, openMax] = [0, 0];
  const { calls } = await runClosedLoop(
    { callers: 3, warmMs: 0, measuredMs: 60_000, callsMax: 50 },
    async () => {
      open += 1;
      openMax = Math.max(openMax, open);
      await new Promise(setImmediate);
      open -= 1;
    },
  );
  assert.deepEqual({ calls, openMax, open }, { calls: 50, openMax: 3, open: 0 });
});

test("an open loop charges a standstill to everybody whom it kept waiting", async () => {
  let standstills = 0;
  const { calls, latenciesMs } = await runOpenLoop(
    { perSecond: 1_000, warmMs: 0, measuredMs: 20 },
    async () => {
      if (standstills++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    },
  );
  assert.deepEqual([calls, latenciesMs.length], [20, 20]);
  assert.ok(latenciesMs.every((latencyMs, index) => latencyMs >= 49 - index));
});
