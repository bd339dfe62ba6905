import assert from "node:assert/strict";
import { test } from "node:test";
import { OverloadError } from "#lib/gather";
import { makeBodyBudget } from "./guard-bodies.ts";

test("a key has its share, all together have the whole, and what is given back is there again", () => {
  const budget = makeBodyBudget({ bytes: 100, perKey: 60 });
  const first = budget.take("a", 50);
  assert.throws(() => budget.take("a", 20), OverloadError);
  const second = budget.take("b", 50);
  assert.throws(() => budget.take("c", 1), OverloadError);
  first.settle(10);
  budget.take("a", 40);
  second.give();
  second.give();
  second.settle(99);
  budget.take("c", 50);
  assert.throws(() => budget.take("c", 1), OverloadError);
});

test("one body alone may be larger than a share, for it has a limit of its own", () => {
  const budget = makeBodyBudget({ bytes: 100, perKey: 10 });
  const large = budget.take("a", 80);
  assert.throws(() => budget.take("a", 1), OverloadError);
  large.give();
  budget.take("a", 1);
});
