import assert from "node:assert/strict";
import { test } from "node:test";
import { amountDigits } from "./amount-digits.ts";

test("amounts as offices write them become digits", () => {
  for (const [given, read] of [
    ["1500", "1500"],
    ["₹500", "500"],
    ["₨ 1,500", "1500"],
    ["₨.1,500/-", "1500"],
    ["250 ₨", "250"],
    ["₹ 1,00,000.50", "100000.50"],
    ["₹1,25,000.00", "125000.00"],
    ["Rs. 100", "100"],
    ["RS.500", "500"],
    ["Rs 1,500/-", "1500"],
    ["INR 1,000", "1000"],
    ["500 INR", "500"],
    ["1,500 Rs.", "1500"],
    ["12,34,567", "1234567"],
    ["1,234,567.5", "1234567.5"],
    ["5,000/-", "5000"],
    ["5,000/=", "5000"],
    ["Rupees 750 only", "750"],
    ["Rs.\u00a01,25,000.00", "125000.00"],
    ["\u00a01\u202f25\u202f000\u00a0", "125000"],
    ["1500.", "1500"],
  ]) {
    assert.equal(amountDigits(given!), read, given);
  }
});

test("what could mean two amounts, or none, is left as it is", () => {
  for (const given of [
    "1,00",
    "1,25,0",
    "1.500,00",
    "1.000,50",
    "15 00",
    "1,2345",
    "1e5",
    "ten",
    "5 lakh",
    "1.5k",
  ]) {
    assert.equal(amountDigits(given), given);
  }
  for (const given of ["$500", "-5", "(500)", "10%", "500 USD", "1,500 1,500"])
    assert.match(amountDigits(given), /[^\d.]/, given);
});
