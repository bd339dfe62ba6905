/** Policies: their effect, their limits, and that decisions made by them can be repeated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { BankSnapshot, SnapshotEntry } from "#health";
import { RAILS, type Rail } from "#rails";
import {
  bucketOf,
  chooseRoute,
  decisionKey,
  decisionText,
  DEFAULT_POLICY,
  freshText,
  passedOver,
  readPolicy,
  replayDecision,
  RoutingError,
  type RouteExplanation,
  type RoutingPolicy,
  type RouteFacts,
} from "#routing";

const NOW = new Date("2026-11-18T06:30:00Z");
const BANKS = ["a", "b", "c"];

const entry = (bankId: string, more: Partial<SnapshotEntry>): SnapshotEntry => ({
  bankId,
  rail: "imps",
  payeeCode: null,
  state: "degraded",
  since: NOW.getTime() - 1_000,
  ill: "degraded",
  probeAt: NOW.getTime() + 60_000,
  calls: 100,
  successBp: 7_000,
  lowBp: 6_000,
  highBp: 8_000,
  unknownBp: 0,
  latencyMs: 200,
  ...more,
});

const facts = (more: Partial<RouteFacts> = {}): RouteFacts => ({
  mode: "imps",
  amountPaise: 100_00n,
  now: NOW,
  payee: { hasAccount: true, hasVpa: false, hasPhone: false, hasCard: false, bankCode: "HDFC" },
  banks: BANKS.map((bankId) => ({ bankId, rails: ["imps"], enabled: true })),
  banksTried: [],
  fundSource: { fundSourceId: "wallet", bankId: null },
  policy: DEFAULT_POLICY,
  ...more,
});

const policy = (more: Partial<RoutingPolicy>): RoutingPolicy => ({ ...DEFAULT_POLICY, ...more });
const withEntries = (...entries: SnapshotEntry[]): { snapshot: BankSnapshot } => ({
  snapshot: { snapshotNo: 7, entries, windows: [] },
});

/** Returns the banks in the order in which they would be asked. */
function order(more: Partial<RouteFacts>): string {
  const tried: string[] = [];
  for (;;) {
    const route = chooseRoute(facts({ ...more, banksTried: tried }));
    if (route.kind !== "route") return tried.join("");
    tried.push(route.bankId);
  }
}

test("a degraded bank comes last, and is used when no other is left; one that is down is not", () => {
  assert.equal(order({}), "abc");
  assert.equal(order(withEntries(entry("a", {}))), "bca");
  assert.equal(order(withEntries(entry("a", { state: "down", ill: "down" }))), "bc");
  const mild = policy({ health: { demoteFromBp: 4_000, paisePerPercent: 0n } });
  assert.equal(order({ ...withEntries(entry("a", {})), policy: mild }), "abc");
});

test("trouble with one payee's bank is a reason for its payees alone", () => {
  const known = withEntries(entry("a", { state: "down", ill: "down", payeeCode: "HDFC" }));
  assert.equal(order(known), "bc");
  const payee = { ...facts().payee, bankCode: "SBIN" };
  assert.equal(order({ ...known, payee }), "abc");
});

test("an announced time is kept from its first to its last moment", () => {
  const window = { bankId: "a", rail: "imps" as Rail, from: NOW.getTime(), to: NOW.getTime() + 1_000 };
  const snapshot = { snapshotNo: 1, entries: [], windows: [window] };
  const at = (ms: number): string => order({ snapshot, now: new Date(NOW.getTime() + ms) });
  assert.deepEqual([at(-1), at(0), at(999), at(1_000)], ["abc", "bc", "bc", "abc"]);
  const { explanation } = chooseRoute(facts({ snapshot }));
  assert.deepEqual(
    passedOver(explanation).map(({ skipped }) => skipped),
    ["bank_announced_down"],
  );
});

test("a bank that recovers gets what it has places for; else it is skipped, or put last if it was degraded", () => {
  const full = new Map([["a imps", new Date(NOW.getTime() + 5_000)]]);
  const recovering = (ill: "down" | "degraded") => withEntries(entry("a", { state: "recovering", ill }));
  assert.equal(order(recovering("down")), "abc");
  assert.equal(order({ ...recovering("down"), full }), "bc");
  assert.equal(order({ ...recovering("degraded"), full }), "bca");
  const alone = chooseRoute(facts({ ...recovering("down"), full, banks: facts().banks.slice(0, 1) }));
  assert.deepEqual(alone.kind === "down" && alone.againAt, full.get("a imps"));
});

test("priorities, then cost with what failures are held to cost, then the order in which banks were connected", () => {
  const costs = [
    { rail: "imps" as Rail, bankId: "a", paise: 300n },
    { rail: "imps" as Rail, bankId: "b", paise: 200n },
    { rail: "imps" as Rail, bankId: "c", paise: 100n },
  ];
  assert.equal(order({ policy: policy({ costs }) }), "cba");
  const priorities = [{ rail: "imps" as Rail, uptoPaise: null, bankIds: ["b"] }];
  assert.equal(order({ policy: policy({ costs, priorities }) }), "bca");
  const health = { demoteFromBp: 10_000, paisePerPercent: 5n };
  assert.equal(order({ ...withEntries(entry("c", {})), policy: policy({ costs, health }) }), "bca");
});

test("shares: each bank comes first for its part of the transfers, by their ids", () => {
  const shares = [
    { rail: "imps" as Rail, bankId: "b", percent: 30 },
    { rail: "imps" as Rail, bankId: "c", percent: 50 },
  ];
  const first = new Map<string, number>();
  for (let made = 0; made < 10_000; made += 1) {
    const route = chooseRoute(facts({ policy: policy({ shares }), bucket: bucketOf(`transfer_${made}`) }));
    if (route.kind === "route") first.set(route.bankId, (first.get(route.bankId) ?? 0) + 1);
  }
  for (const [bankId, expected] of [
    ["a", 2_000],
    ["b", 3_000],
    ["c", 5_000],
  ] as const) {
    assert.ok(Math.abs(first.get(bankId)! - expected) < 200, `${bankId}: ${first.get(bankId)}`);
  }
});

const someEntry = fc.record({
  bankId: fc.constantFrom(...BANKS),
  state: fc.constantFrom("degraded" as const, "down" as const, "probing" as const, "recovering" as const),
  ill: fc.constantFrom("degraded" as const, "down" as const),
  payeeCode: fc.constantFrom(null, "HDFC"),
  successBp: fc.integer({ min: 0, max: 10_000 }),
});
const someFacts = fc.record({
  entries: fc.array(someEntry, { maxLength: 4 }),
  amountPaise: fc.bigInt({ min: 1_00n, max: 9_00_000_00n }),
  tried: fc.subarray(BANKS),
  bucket: fc.integer({ min: 0, max: 99 }),
  full: fc.subarray(BANKS.map((bankId) => `${bankId} imps`)),
  percent: fc.integer({ min: 1, max: 100 }),
  maxPaise: fc.constantFrom({}, { neft: 5_00_000_00n, imps: 1_000_00n }),
  bankCode: fc.constantFrom("HDFC", "SBIN"),
});

test("every decision, stored and read as the database would give it back, is made again to the last bit", () => {
  fc.assert(
    fc.property(someFacts, ({ entries, amountPaise, tried, bucket, full, percent, maxPaise, bankCode }) => {
      const made = facts({
        ...withEntries(...entries.map(({ bankId, ...more }) => entry(bankId, more))),
        mode: "banktransfer",
        amountPaise,
        banksTried: tried,
        banks: BANKS.map((bankId) => ({ bankId, rails: RAILS, enabled: true, maxPaise })),
        payee: { ...facts().payee, bankCode },
        policy: policy({ shares: [{ rail: "imps", bankId: "b", percent }] }),
        policyVersion: 3,
        bucket,
        full: new Map(full.map((key) => [key, new Date(NOW.getTime() + 1_000)])),
      });
      const { explanation } = chooseRoute(made);
      assert.equal(freshText(explanation), decisionText(explanation), "its fields have their order already");
      const stored = sortFields(JSON.parse(decisionText(explanation))) as RouteExplanation;
      const moment = { ...made, policy: made.policy!, policyVersion: 3, snapshot: made.snapshot! };
      const { same, again } = replayDecision(stored, moment);
      assert.ok(same);
      assert.equal(decisionKey(again.explanation), decisionKey(explanation));
    }),
    { numRuns: 500, seed: 17 },
  );
});

/** Sorts the fields of objects in the order of jsonb. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sortFields(field)]));
}

test("what is wrong with a policy is told with its place", () => {
  const wrong: [unknown, string, string][] = [
    [[], "policy_unreadable", "policy"],
    [{ colour: 1 }, "policy_unreadable", "colour"],
    [{ shares: [{ rail: "swift", bankId: "a", percent: 1 }] }, "rail_unknown", "shares[0].rail"],
    [{ shares: [{ rail: "imps", bankId: "z", percent: 1 }] }, "bank_unknown", "shares[0].bankId"],
    [{ shares: [{ rail: "imps", bankId: "a", percent: 0.5 }] }, "percent_invalid", "shares[0]"],
    [{ priorities: [{ rail: "imps", bankIds: ["a", "b", "a"] }] }, "bank_twice", "priorities[0].bankIds"],
    [{ costs: [1, 2].map((paise) => ({ rail: "imps", bankId: "a", paise })) }, "bank_twice", "costs"],
    [{ shares: BANKS.map((bankId) => ({ rail: "imps", bankId, percent: 40 })) }, "percent_invalid", "shares"],
    [{ costs: [{ rail: "imps", bankId: "a", paise: -1 }] }, "amount_invalid", "costs[0].paise"],
    [{ priorities: [{ rail: "imps", bankIds: "a" }] }, "policy_unreadable", "priorities[0].bankIds"],
    [{ health: { demoteFromBp: 0 } }, "health_invalid", "health.demoteFromBp"],
  ];
  for (const [given, code, field] of wrong) {
    assert.throws(
      () => readPolicy(given, BANKS),
      (error) => RoutingError.is(error, code as never) && error.details?.field === field,
      `${code} ${field}`,
    );
  }
  assert.deepEqual(readPolicy({}, BANKS), DEFAULT_POLICY);
});
