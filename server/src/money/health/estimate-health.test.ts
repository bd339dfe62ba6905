/** T17, the estimator: its findings, their speed, and the absence of false alarms. On a fake clock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { makeDice } from "#test/faults/dice";
import { COOL_MS, msOfPlace, placesAfter, RAMP_MS, type Estimates, type Sign } from "./bank-health.ts";
import { entriesOf, standingOf } from "./bank-snapshot.ts";
import { isIll, stepHealth, wilson } from "./estimate-health.ts";

const START = Date.parse("2026-11-01T00:00:00Z");
const PAYEES = ["HDFC", "SBIN", "ICIC", "UTIB", "KKBK", "PUNB", "BARB", "YESB"];

/** Simulates one bank on one rail, call by call, without payees that it is known not to reach. */
function makeBank(seed: number) {
  const die = makeDice(String(seed));
  let estimates: Estimates = {};
  let now = START;
  const state = (key = "a imps"): string => estimates[key]?.state ?? "healthy";
  const observe = (sign: Sign, payeeCode: string) =>
    ({ bankId: "a", rail: "imps", payeeCode, sign, at: now, tookMs: 200 }) as const;
  const call = (sign: Sign, payeeCode: string): void => {
    estimates = stepHealth(estimates, [observe(sign, payeeCode)], now);
  };
  const anyPayee = (): string => {
    const reached = PAYEES.filter((code) => state(`a imps ${code}`) === "healthy");
    return reached[Math.floor(die() * reached.length)]!;
  };
  return {
    call,
    state,
    /** Plays calls with a share of bad ones until the state is `until`, and returns their number. */
    play(calls: number, { bad, everyMs = 1_000, until, sign = "refused" }: Playing): number {
      for (let made = 1; made <= calls; made += 1) {
        now += everyMs;
        call(die() < bad ? sign : "paid", anyPayee());
        if (until?.includes(state()) === true) return made;
      }
      return Infinity;
    },
    pass(ms: number): void {
      now += ms;
      estimates = stepHealth(estimates, [], now);
    },
    estimates: () => estimates,
    now: () => now,
  };
}

interface Playing {
  bad: number;
  everyMs?: number;
  until?: readonly string[];
  sign?: Sign;
}

test("a hard outage is noticed within 20 calls, or 60 s, whatever was before and however long calls are apart", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 10, max: 3_600_000 }),
      fc.constantFrom<Sign>("refused", "unknown"),
      (seed, before, everyMs, sign) => {
        const bank = makeBank(seed);
        bank.play(before, { bad: 0.005, everyMs });
        assert.ok(bank.play(20, { bad: 1, everyMs, sign, until: ["down"] }) <= 20);
      },
    ),
    { numRuns: 200, seed: 17 },
  );
});

test("a brown-out of 30% is noticed within 200 calls", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const bank = makeBank(seed);
    bank.play(300, { bad: 0.005 });
    const calls = bank.play(200, { bad: 0.3, until: ["degraded", "down"] });
    assert.ok(calls <= 200, `seed ${seed}`);
  }
});

test("a healthy month raises no alarm: four banks at 99.5%, 50,000 calls each", () => {
  const calls = 50_000;
  const everyMs = Math.floor((30 * 86_400_000) / calls);
  const together = 10;
  for (let seed = 1; seed <= 4; seed += 1) {
    const die = makeDice(String(seed));
    let estimates: Estimates = {};
    for (let made = 0; made < calls; made += together) {
      const observations = Array.from({ length: together }, (_, index) => ({
        bankId: "a",
        rail: "imps" as const,
        payeeCode: PAYEES[Math.floor(die() * PAYEES.length)]!,
        sign: die() < 0.005 ? ("refused" as const) : ("paid" as const),
        at: START + (made + index) * everyMs,
        tookMs: 200,
      }));
      estimates = stepHealth(estimates, observations, observations.at(-1)!.at);
      assert.deepEqual(Object.values(estimates).filter(isIll), [], `seed ${seed}, call ${made}`);
    }
    assert.equal(estimates["a imps"]!.since, START, "and none was raised and taken back");
  }
});

test("an ill bank is left alone for a minute, probed, let back step by step, and then healthy", () => {
  const bank = makeBank(1);
  bank.play(50, { bad: 0 });
  bank.play(20, { bad: 1, until: ["down"] });
  bank.pass(COOL_MS - 1);
  assert.equal(bank.state(), "down");
  bank.pass(1);
  assert.equal(bank.state(), "probing");
  assert.equal(bank.play(20, { bad: 0, everyMs: 5_000, until: ["recovering"] }), 5);
  bank.pass(RAMP_MS - 1);
  assert.equal(bank.state(), "recovering");
  bank.pass(1);
  assert.equal(bank.state(), "healthy");
});

test("flapping: a probe that fails makes the next rest twice as long, up to ten minutes", () => {
  const bank = makeBank(2);
  bank.play(20, { bad: 1, until: ["down"] });
  for (const minutes of [1, 2, 4, 8, 10, 10]) {
    bank.pass(minutes * 60_000 - 1);
    assert.equal(bank.state(), "down", `${minutes} minutes`);
    bank.pass(1);
    assert.equal(bank.state(), "probing");
    bank.pass(1_000);
    bank.call("refused", "HDFC");
    assert.equal(bank.state(), "down");
  }
});

test("one that fails again while it recovers goes back at once", () => {
  const bank = makeBank(3);
  bank.play(20, { bad: 1, until: ["down"] });
  bank.pass(COOL_MS);
  bank.play(5, { bad: 0, until: ["recovering"] });
  assert.equal(bank.play(9, { bad: 1, until: ["down"] }), 3);
});

test("an answer to what was sent before probing began is no probe", () => {
  const bank = makeBank(4);
  bank.play(20, { bad: 1, until: ["down"] });
  bank.pass(COOL_MS + 1_000);
  const late = { bankId: "a", rail: "imps", payeeCode: null, sign: "unknown", tookMs: 30_000 } as const;
  const after = stepHealth(bank.estimates(), [{ ...late, at: bank.now() }], bank.now());
  assert.equal(after["a imps"]!.state, "probing");
});

test("payees of one bank that cannot be paid do not make our bank look ill, and are kept apart", () => {
  const bank = makeBank(5);
  bank.play(100, { bad: 0 });
  for (let round = 0; round < 100; round += 1) {
    for (const good of ["SBIN", "ICIC"]) bank.call("paid", good);
    bank.call("refused", "HDFC");
  }
  assert.equal(bank.state(), "healthy");
  assert.equal(bank.state("a imps HDFC"), "down");
  const snapshot = { snapshotNo: 1, entries: entriesOf(bank.estimates()), windows: [] };
  const stateFor = (payeeCode: string) =>
    standingOf(snapshot, { bankId: "a", rail: "imps", payeeCode }, bank.now())?.state;
  assert.deepEqual([stateFor("HDFC"), stateFor("SBIN")], ["down", "healthy"]);
});

test("with payees of one bank alone there is nothing to compare them with: our bank is ill", () => {
  const bank = makeBank(6);
  for (let made = 0; made < 50; made += 1) bank.call("paid", "HDFC");
  for (let made = 0; made < 20; made += 1) bank.call("refused", "HDFC");
  assert.deepEqual([bank.state(), bank.state("a imps HDFC")], ["down", "healthy"]);
});

test("unknown outcomes weigh more than refusals of the same number", () => {
  const refused = makeBank(7);
  const unknown = makeBank(7);
  refused.play(3_000, { bad: 0.055 });
  assert.ok(unknown.play(3_000, { bad: 0.055, sign: "unknown", until: ["degraded"] }) < 3_000);
  assert.equal(refused.state(), "healthy");
});

test("what the snapshot says of a later moment is what the estimator comes to by time alone", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.array(fc.record({ bad: fc.constantFrom(0, 0.3, 1), calls: fc.integer({ min: 1, max: 60 }) }), {
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 1_200_000 }),
      (seed, stretches, laterMs) => {
        const bank = makeBank(seed);
        for (const { bad, calls } of stretches) bank.play(calls, { bad, everyMs: 3_000 });
        const snapshot = { snapshotNo: 1, entries: entriesOf(bank.estimates()), windows: [] };
        const later = bank.now() + laterMs;
        const expected = stepHealth(bank.estimates(), [], later)["a imps"]?.state ?? "healthy";
        const standing = standingOf(snapshot, { bankId: "a", rail: "imps", payeeCode: null }, later);
        assert.equal(standing?.state ?? "healthy", expected);
      },
    ),
    { numRuns: 200, seed: 17 },
  );
});

test("the ramp: one a second, doubled each half minute; each place is there at its moment and not before", () => {
  assert.equal(placesAfter("recovering", 0), 1);
  assert.equal(placesAfter("recovering", 30_000), 31);
  assert.equal(placesAfter("recovering", 60_000), 91);
  assert.equal(placesAfter("recovering", 150_000), 931);
  for (const state of ["probing", "recovering"] as const) {
    for (let place = 0; place < 900; place += 1) {
      const ms = msOfPlace(state, place);
      assert.ok(placesAfter(state, ms) > place, `${state} ${place}`);
      assert.ok(ms === 0 || placesAfter(state, ms - 1) <= place, `${state} ${place}`);
    }
  }
});

test("Wilson's interval, as published tables have it", () => {
  const round = (share: number): number => Math.round(share * 10_000);
  const of = (count: number, total: number) => {
    const { low, high } = wilson(count, total, 1.96);
    return [round(low), round(high)];
  };
  assert.deepEqual(of(0, 10), [0, 2775]);
  assert.deepEqual(of(5, 10), [2366, 7634]);
  assert.deepEqual(of(99, 100), [9455, 9982]);
  assert.deepEqual(wilson(0, 0, 1.96), { low: 0, high: 1 });
});
