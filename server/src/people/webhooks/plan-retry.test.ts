import assert from "node:assert/strict";
import { test } from "node:test";
import { planRetry, readRetryAfter, TRIES_MAX } from "./plan-retry.ts";

const HOUR_MS = 3_600_000;

test("ten tries in about 75 hours, whatever the jitter, then no more", () => {
  for (const [chance, spread] of [
    [0, 0.9],
    [0.5, 1],
    [1, 1.1],
  ] as const) {
    const waits: number[] = [];
    for (
      let wait = planRetry(1, chance, null);
      wait !== null;
      wait = planRetry(waits.length + 1, chance, null)
    ) {
      waits.push(wait);
    }
    assert.equal(waits.length, TRIES_MAX - 1);
    assert.equal(waits[0], 5_000 * spread);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    assert.equal(Math.round(total / 1000), Math.round((75 * 3600 + 35 * 60 + 5) * spread));
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => a - b),
    );
  }
});

test("a receiver may ask for more time, up to a day, never for less than the schedule", () => {
  assert.equal(planRetry(1, 0.5, HOUR_MS), HOUR_MS);
  assert.equal(planRetry(1, 0.5, 100 * HOUR_MS), 24 * HOUR_MS);
  assert.equal(planRetry(6, 0.5, HOUR_MS), 10 * HOUR_MS);
  assert.equal(planRetry(TRIES_MAX, 0.5, HOUR_MS), null);
});

test("Retry-After is read as seconds or as a date, and nonsense is as if it were not there", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  assert.equal(readRetryAfter("120", now), 120_000);
  assert.equal(readRetryAfter(" 0 ", now), 0);
  assert.equal(readRetryAfter("Sat, 21 Nov 2026 10:02:00 GMT", now), 120_000);
  assert.equal(readRetryAfter("Sat, 21 Nov 2026 09:00:00 GMT", now), 0);
  for (const nonsense of [undefined, "", "soon", "99999999999999999999"]) {
    assert.equal(readRetryAfter(nonsense, now), null);
  }
});
