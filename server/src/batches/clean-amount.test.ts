import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanAmount } from "./clean-amount.ts";

test("amounts as offices write them become digits, and nothing else is guessed", () => {
  for (const [given, read] of [
    ["1500", "1500"],
    ["₹500", "500"],
    ["₹ 1,00,000.50", "100000.50"],
    ["Rs. 100", "100"],
    ["INR 1,000", "1000"],
    ["12,34,567", "1234567"],
    ["1,234,567.5", "1234567.5"],
    ["5,000/-", "5000"],
    ["1,00", "1,00"],
    ["1.000,50", "1.000,50"],
    ["1e5", "1e5"],
    ["ten", "ten"],
  ]) {
    assert.equal(cleanAmount(given!), read, given);
  }
});
