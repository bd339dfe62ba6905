import assert from "node:assert/strict";
import { test } from "node:test";
import { noteFeedback } from "#site";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail } = makeOperator(world);

test("an operator reads what readers answered, the least helpful page first", async () => {
  for (const [page, helpful] of [
    ["/payout/faqs", true],
    ["/payout/faqs", true],
    ["/payout/downtimes", false],
    ["/payout/downtimes", true],
  ] as const) {
    await noteFeedback(world.ctx, { page, helpful, changed: false });
  }
  assert.deepEqual(await run("feedback", { months: "2" }), [
    { page: "/payout/downtimes", yes: 1, no: 1 },
    { page: "/payout/faqs", yes: 2, no: 0 },
  ]);
  for (const months of ["0", "x", "121", "1.5"])
    assert.match(await fail("feedback", { months }), /--months.*whole number/, months);
});
