/** Tiers and sums: an amount that needs approval in one order needs it in parts too, and nothing else does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Permission } from "#access";
import { isFilledBy, progressOf, type Approver } from "./progress.ts";
import { facts, level, policy } from "./test/office.ts";
import {
  approvalsBy,
  askedSum,
  matchPolicy,
  type Approvals,
  type Level,
  type OrderedBefore,
  type Policy,
  type Requirement,
} from "./index.ts";

/** Two juniors, two officers and one who is both: five people are enough for every way to be too few. */
const PEOPLE: readonly Approver[] = [
  ["ravi", ["approve_quick_transfer"]],
  ["asha", ["approve_quick_transfer"]],
  ["vikram", ["approve_changes"]],
  ["leela", ["approve_changes"]],
  ["owner", ["approve_quick_transfer", "approve_changes"]],
].map(([memberId, permissions]) => ({
  memberId: memberId as string,
  permissions: new Set(permissions as Permission[]),
}));

const JUNIOR = level(1);
const CFO = level(1, { permission: "approve_changes" });
const MAX = 24;

const names = fc.subarray(
  PEOPLE.map(({ memberId }) => memberId),
  { minLength: 1 },
);
const anyLevel: fc.Arbitrary<Level> = fc
  .record({
    permission: fc.constantFrom<Permission>("approve_quick_transfer", "approve_changes"),
    memberIds: fc.option(names, { freq: 3 }),
    approvers: fc.integer({ min: 1, max: 2 }),
  })
  .map((one) => ({ ...one, approvers: Math.min(one.approvers, one.memberIds?.length ?? 2) }));
const end = fc.option(fc.bigInt({ min: 1n, max: BigInt(MAX) }));
const anyPolicies: fc.Arbitrary<Policy[]> = fc
  .array(fc.tuple(fc.array(anyLevel, { maxLength: 2 }), end, end), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map(([levels, from, to], at) => {
      const turned = from !== null && to !== null && from > to;
      const range = { fromPaise: turned ? to : from, toPaise: turned ? from : to };
      return policy(levels, { name: `policy ${at}`, ...range });
    }),
  );

const setOf = (policies: readonly Policy[]) =>
  ({ subjectKind: "transfer", version: 1, expireAfterMinutes: 60, policies }) as const;
const asksOf = (policies: readonly Policy[], amount: number, sums: readonly OrderedBefore[] | null = null) =>
  matchPolicy(setOf(policies), {
    ...facts,
    amountPaise: BigInt(amount),
    sums: sums && { payee: sums, maker: [] },
  });
const before = (amount: number, levels: readonly Level[] = []): OrderedBefore => ({
  paise: String(amount),
  approvers: 0,
  approvals: approvalsBy(levels),
});
const canFill = (levels: readonly Level[], people: readonly Approver[]) =>
  progressOf(levels, people).complete;

const amount = fc.integer({ min: 1, max: MAX });
const order = fc.record({
  amount,
  /** Decoys wait, are rejected, were approved by all, or came by a channel that no policy is asked for. */
  fate: fc.constantFrom("pays", "pays", "pays", "waits", "rejected", "approved by all", "exempt"),
});

test("people who cannot approve an amount or any larger one in one order cannot pay it in parts", () => {
  fc.assert(
    fc.property(
      anyPolicies,
      fc.subarray([...PEOPLE]),
      fc.array(order, { maxLength: 12 }),
      (policies, colluding, orders) => {
        // Every larger amount needs another member, too.
        let limit = MAX + 2;
        const isBarred = (paise: number): boolean => {
          const asks = asksOf(policies, paise);
          return asks !== null && !canFill(asks.levels, colluding);
        };
        while (limit > 1 && isBarred(limit - 1)) limit -= 1;
        if (limit === MAX + 2) return;
        let paid = 0;
        const sums: OrderedBefore[] = [];
        for (const { amount: paise, fate } of orders) {
          const levels = fate === "exempt" ? [] : (asksOf(policies, paise, sums)?.levels ?? []);
          if (fate !== "rejected") sums.push(before(paise, levels));
          if (fate === "pays" && canFill(levels, colluding)) paid += paise;
        }
        assert.ok(paid < limit, `${paid} was paid, and ${limit} needs someone else`);
      },
    ),
    { numRuns: 500 },
  );
});

test("asked is what a sum within reach needs, nothing else, and never less than the amount itself", () => {
  const anyBefore = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: MAX / 3 }), fc.array(anyLevel, { maxLength: 2 }))
      .map(([paise, levels]) => before(paise, levels)),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(anyPolicies, amount, anyBefore, (policies, paise, sums) => {
      const needs = Array.from({ length: 2 * MAX + 1 }, (_, at) => asksOf(policies, at + 1));
      const isEnough = (approvals: readonly Approvals[], need: Requirement | null): boolean =>
        need !== null && isFilledBy(need.levels, approvals);
      /** The largest amount that approvals are enough for in one order; -1 if there is none. */
      const enoughUpTo = ({ approvals }: OrderedBefore) =>
        needs.findLastIndex((one) => isEnough(approvals!, one)) + 1;
      const known = sums.map((one) => ({ paise: Number(one.paise), upTo: enoughUpTo(one) }));
      const reached = needs.flatMap((need, at) => {
        const from = at + 1;
        const sum = known.reduce((all, other) => (other.upTo < from ? all + other.paise : all), paise);
        return need !== null && from >= paise && from <= sum ? [{ from, need }] : [];
      });
      const asks = asksOf(policies, paise, sums);
      if (sums.length === 0) assert.deepEqual(asks, needs[paise - 1]);
      if (asks === null) return assert.deepEqual(reached, []);
      assert.ok(reached.some(({ need }) => need.policyName === asks.policyName));
      assert.ok(enoughUpTo({ ...before(0), approvals: approvalsBy(asks.levels) }) >= reached.at(-1)!.from);
    }),
    { numRuns: 500 },
  );
});

test("approvals fill levels only if every choice of people who may give them does", () => {
  const choices = (all: readonly Level[], taken: readonly Approver[] = []): readonly Approver[][] => {
    const [first, ...rest] = all.flatMap((one) =>
      Array.from({ length: one.approvers }, () => ({ ...one, approvers: 1 })),
    );
    if (first === undefined) return [[...taken]];
    return PEOPLE.filter((one) => !taken.includes(one) && canFill([first], [one])).flatMap((one) =>
      choices(rest, [...taken, one]),
    );
  };
  const levels = fc.array(anyLevel, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(levels, levels, (asked, given) => {
      assert.ok(isFilledBy(given, approvalsBy(given)));
      if (!isFilledBy(asked, approvalsBy(given))) return;
      for (const people of choices(given)) assert.ok(canFill(asked, people));
    }),
    { numRuns: 500 },
  );
});

test("orders and what they ask for, with what was ordered before", () => {
  const A = policy([JUNIOR], { name: "A", fromPaise: 50n, toPaise: 200n });
  const B = policy([CFO], { name: "B", fromPaise: 201n });
  const two = policy([level(2)], { name: "two", fromPaise: 201n });
  const ravi = policy([level(1, { memberIds: ["ravi"] })], { name: "ravi", fromPaise: 201n });
  const free = policy([], { name: "free", toPaise: 199n });
  const rest = policy([JUNIOR], { name: "rest" });
  const twice = policy([level(2)], { name: "twice", fromPaise: 10n, toPaise: 50n });
  const expected: [string, readonly Policy[], number, OrderedBefore[], string | null][] = [
    ["nothing before", [A, B], 40, [], null],
    ["below, twice", [A, B], 40, [before(40)], "A"],
    ["a large one waits for the CFO", [A, B], 40, [before(450, [CFO])], null],
    ["and parts of before", [A, B], 40, [before(450, [CFO]), before(40)], "A"],
    ["a large one waits for two", [A, two], 40, [before(450, [level(2)]), before(40)], "A"],
    ["a bounded tier alone", [A], 40, [before(180, [JUNIOR]), before(40)], "A"],
    ["what no policy was asked about", [A], 40, [before(450)], "A"],
    ["the same in two tiers", [A, B], 40, [before(450)], "B"],
    ["parts by a junior are free below the next tier", [A, B], 40, [before(150, [JUNIOR])], null],
    ["and reach the CFO", [A, B], 60, [before(150, [JUNIOR])], "B"],
    ["and one by name", [A, ravi], 60, [before(150, [JUNIOR])], "ravi"],
    ["who has approved it already", [A, ravi], 60, [before(150, ravi.levels)], "A"],
    ["as the CFO has", [A, B], 60, [before(450, [CFO])], "A"],
    ["an exemption ends where the sum does", [free, rest], 150, [before(150)], "rest"],
    ["what was approved is exempted no more", [free, rest], 150, [before(150, [JUNIOR])], null],
    [
      "a sum asks for no less",
      [twice, policy([JUNIOR], { name: "x", fromPaise: 51n })],
      40,
      [before(60)],
      "twice",
    ],
  ];
  for (const [says, policies, paise, sums, name] of expected)
    assert.equal(asksOf(policies, paise, sums)?.policyName ?? null, name, says);
});

test("the version before kept no approvals: what it counted is counted", () => {
  const policies = [policy([JUNIOR], { name: "A", fromPaise: 50n })];
  assert.equal(asksOf(policies, 40, [{ paise: "40", approvers: 1 }])?.policyName, "A");
});

test("the sum that asks is told, unless the amount asks for the same by itself", () => {
  const policies = [
    policy([JUNIOR], { fromPaise: 50n, toPaise: 200n }),
    policy([CFO], { name: "B", fromPaise: 201n }),
  ];
  const told = (paise: bigint, payee: OrderedBefore[], maker: OrderedBefore[]) =>
    askedSum(setOf(policies), { ...facts, amountPaise: paise, sums: { payee, maker } });
  assert.deepEqual(told(40n, [before(30)], [before(40)]), { of: "maker", paise: 80n });
  assert.deepEqual(told(60n, [before(150, [JUNIOR])], []), { of: "payee", paise: 210n });
  assert.equal(told(60n, [before(30)], []), null);
  assert.equal(told(40n, [], []), null);
});
