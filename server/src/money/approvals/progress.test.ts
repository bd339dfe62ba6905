import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Permission } from "#access";
import { fillBoth, isInTurn, mayFill, progressOf, type Approver } from "./progress.ts";
import type { Level } from "./policy.ts";

const NAMES = ["a", "b", "c", "d", "e"];

const permission = fc.constantFrom<Permission>("approve_quick_transfer", "approve_bulk_transfer");

const level = fc.record({
  approvers: fc.integer({ min: 1, max: 2 }),
  permission,
  memberIds: fc.option(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2 })),
});

const approvers = fc
  .subarray(NAMES)
  .chain((names) => fc.shuffledSubarray(names, { minLength: names.length }))
  .chain((names) =>
    fc.tuple(
      ...names.map((memberId) =>
        fc.uniqueArray(permission).map((held) => ({ memberId, permissions: new Set(held) })),
      ),
    ),
  );

const cases = fc.record({ levels: fc.array(level, { minLength: 1, maxLength: 3 }), approvers });

/** True if each place can get an approver of its own. It tries every way. */
function canFill(levels: readonly Level[], free: readonly Approver[]): boolean {
  const [first, ...rest] = levels.flatMap((one) =>
    Array.from({ length: one.approvers }, (): Level => ({ ...one, approvers: 1 })),
  );
  if (first === undefined) return true;
  return free.some(
    (approver) =>
      mayFill(first, approver) &&
      canFill(
        rest,
        free.filter((other) => other !== approver),
      ),
  );
}

test("levels are complete exactly when the approvers can be shared out among them", () => {
  fc.assert(
    fc.property(cases, ({ levels, approvers: present }) => {
      const progress = progressOf(levels, present);
      assert.equal(progress.complete, canFill(levels, present));
      const reached = levels.findIndex((_, index) => !canFill(levels.slice(0, index + 1), present));
      assert.equal(progress.level, reached === -1 ? levels.length : reached + 1);
      assert.equal(new Set(progress.counted).size, progress.counted.length);
      const needed = levels.reduce((sum, { approvers: count }) => sum + count, 0);
      assert.ok(progress.counted.length <= needed);
      if (progress.complete) assert.equal(progress.counted.length, needed);
    }),
    { numRuns: 3_000 },
  );
});

test("the order in which approvals came changes nothing", () => {
  fc.assert(
    fc.property(cases, ({ levels, approvers: present }) => {
      const one = progressOf(levels, present);
      const other = progressOf(levels, present.toReversed());
      assert.deepEqual([one.complete, one.level, one.missing], [other.complete, other.level, other.missing]);
    }),
  );
});

test("anyone who is in turn brings the present level further, and anyone who is not does not", () => {
  fc.assert(
    fc.property(cases, ({ levels, approvers: present }) => {
      const [candidate, ...others] = present;
      if (candidate === undefined) return;
      const before = progressOf(levels, others);
      const after = progressOf(levels, present);
      const further =
        (after.complete && !before.complete) ||
        after.level > before.level ||
        (after.level === before.level && after.missing < before.missing);
      assert.equal(isInTurn(levels, others, candidate), further);
    }),
  );
});

test("approvals that fill two requirements together fill each of them, and ask no more people than both", () => {
  const requirements = fc.array(level, { minLength: 1, maxLength: 3 });
  const count = (levels: readonly Level[]): number =>
    levels.reduce((sum, { approvers: many }) => sum + many, 0);
  fc.assert(
    fc.property(requirements, requirements, approvers, (one, other, present) => {
      const both = fillBoth(one, other);
      if (progressOf(both, present).complete)
        for (const levels of [one, other]) assert.ok(progressOf(levels, present).complete);
      assert.ok(count(both) <= count(one) + count(other));
      assert.equal(count(fillBoth(one, one)), count(one));
    }),
    { numRuns: 3_000 },
  );
});
