// The amounts, words and times of the dashboard, tested without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { amountInWords } from "#dashboard/ui/amount-in-words.ts";
import {
  decimalOf,
  formatRupees,
  groupTyped,
  paiseOf,
  problemOf,
  readAmount,
  sumOf,
} from "#dashboard/ui/rupees.ts";
import { tierOf } from "#dashboard/ui/tiers.ts";
import { dayOf, financialYearOf, formatAgo, formatTime, monthBefore } from "#dashboard/ui/moments.ts";

test("amounts are exact and grouped in lakh and crore, however large", () => {
  const cases: [string, string][] = [
    ["0.00", "₹0.00"],
    ["0.05", "₹0.05"],
    ["999.90", "₹999.90"],
    ["1000", "₹1,000.00"],
    ["100000.00", "₹1,00,000.00"],
    ["1234567.89", "₹12,34,567.89"],
    ["123450000000.00", "₹1,23,45,00,00,000.00"],
    ["12345678901234567890.12", "₹1,23,45,67,89,01,23,45,67,890.12"],
    ["-100000.5", "−₹1,00,000.50"],
  ];
  for (const [text, shown] of cases) assert.equal(formatRupees(text), shown);
});

test("what is no amount is shown as it came, and adds nothing", () => {
  assert.equal(formatRupees("n/a"), "n/a");
  assert.equal(paiseOf("1.234"), undefined);
  assert.equal(sumOf(["0.10", "0.20", "x"]), "0.30");
});

test("any paise survive being written and read, and agree with the engine of the language", () => {
  const engine = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (paise) => {
      const text = decimalOf(paise);
      assert.equal(paiseOf(text), paise);
      const bare = text.replace("-", "");
      assert.equal(formatRupees(text), `${paise < 0n ? "−" : ""}₹${engine.format(bare as `${number}`)}`);
      if (paise >= 0n) assert.equal(readAmount(groupTyped(text)), text);
    }),
  );
});

test("amounts are read the ways people type them", () => {
  const cases: [string, string | undefined][] = [
    ["1,25,000", "125000.00"],
    ["₹ 1,25,000.5", "125000.50"],
    ["125000.", "125000.00"],
    ["1.25 lakh", "125000.00"],
    ["1.25L", "125000.00"],
    ["2 crore", "20000000.00"],
    ["5k", "5000.00"],
    ["Rs. 500", "500.00"],
    ["Rs.500/-", "500.00"],
    ["₹5,00,000", "500000.00"],
    ["500/-", "500.00"],
    ["Rs 1,25,000.50/-", "125000.50"],
    ["INR 500", "500.00"],
    ["500 rupees only", "500.00"],
    ["Rs. 1.25 lakh", "125000.00"],
    ["1,000,000", "1000000.00"],
    ["1,25,0", undefined],
    ["1.25,000", undefined],
    ["15 00", undefined],
    ["$500", undefined],
    ["1.234", undefined],
    ["0.0000000001 lakh", undefined],
    ["-5", undefined],
    ["1e5", undefined],
    ["", undefined],
  ];
  for (const [typed, text] of cases) assert.equal(readAmount(typed), text, typed);
});

test("commas come and go while an amount is typed, and one that is pasted with odd commas is asked about", () => {
  let text = "";
  for (const sign of "125000.50") text = groupTyped(text + sign, text);
  assert.equal(text, "1,25,000.50");
  assert.equal(groupTyped("1,250000", "1,25,000"), "12,50,000");
  assert.equal(groupTyped("1,,000", "1,25,000"), "1,000", "a part is cut out");
  assert.equal(groupTyped("1,000,000", ""), "10,00,000");
  for (const pasted of ["1,25,0", "1,00", "12,3456"]) {
    assert.equal(groupTyped(pasted, ""), pasted);
    assert.equal(groupTyped(`${pasted}0`, pasted).replaceAll(",", ""), `${pasted}0`.replaceAll(",", ""));
    assert.equal(problemOf(pasted), "unclear", pasted);
  }
  assert.equal(problemOf("ten"), "not_an_amount");
  assert.equal(problemOf("Rs. 1.234"), "too_fine");
});

test("amounts are said in words as a cheque says them", () => {
  const cases: [string, string, string][] = [
    ["0.00", "Rupees Zero Only", "शून्य रुपये मात्र"],
    ["0.01", "One Paisa Only", "एक पैसा मात्र"],
    ["0.50", "Fifty Paise Only", "पचास पैसे मात्र"],
    ["1.00", "Rupee One Only", "एक रुपया मात्र"],
    ["100000.00", "Rupees One Lakh Only", "एक लाख रुपये मात्र"],
    [
      "123456.78",
      "Rupees One Lakh Twenty-Three Thousand Four Hundred and Fifty-Six and Seventy-Eight Paise Only",
      "एक लाख तेईस हज़ार चार सौ छप्पन रुपये और अठहत्तर पैसे मात्र",
    ],
    [
      "123450000000.00",
      "Rupees Twelve Thousand Three Hundred and Forty-Five Crore Only",
      "बारह हज़ार तीन सौ पैंतालीस करोड़ रुपये मात्र",
    ],
  ];
  for (const [text, english, hindi] of cases) {
    assert.equal(amountInWords(text), english);
    assert.equal(amountInWords(text, "hi"), hindi);
  }
  assert.equal(amountInWords("x"), "");
});

test("every number below a hundred has a word of its own", () => {
  for (const language of ["en", "hi"] as const) {
    const said = Array.from({ length: 100 }, (_rupees, at) => amountInWords(`${at}.00`, language));
    assert.equal(new Set(said).size, 100);
  }
});

test("moments are Indian, days too, and midnight is 00", () => {
  assert.equal(formatTime("2026-11-21T18:45:07Z"), "22 Nov 2026, 00:15:07 IST");
  assert.equal(dayOf("2026-11-21T18:45:07Z"), "2026-11-22");
  assert.equal(dayOf("2026-11-21T18:29:59Z"), "2026-11-21");
  assert.equal(formatTime("2026-11-21T18:45:07Z", "day"), "22 Nov 2026");
  const now = Date.parse("2026-11-22T10:00:00Z");
  assert.equal(formatAgo("2026-11-22T09:57:00Z", now), "3 min ago");
});

test("a confirmation asks for more, the more is at stake", () => {
  assert.equal(tierOf({ environment: "sandbox", amount: "9999999.00", weighty: true }), 0);
  assert.equal(tierOf({ environment: "live", amount: "9999.99" }), 1);
  assert.equal(tierOf({ environment: "live", amount: "9999.99", unusual: true }), 2);
  assert.equal(tierOf({ environment: "live", amount: "10000.00" }), 2);
  assert.equal(tierOf({ environment: "live", amount: "200000.00" }), 3);
  assert.equal(tierOf({ environment: "live", weighty: true }), 3);
});

test("what is wrong with an amount is told apart", () => {
  const cases: [string, ReturnType<typeof problemOf>][] = [
    ["1,25,000.50", undefined],
    ["9999999999999.99", undefined],
    ["1.005", "too_fine"],
    ["1e5", "not_an_amount"],
    ["-5", "not_an_amount"],
    ["99999999999999", "too_large"],
  ];
  for (const [typed, problem] of cases) assert.equal(problemOf(typed), problem, typed);
});

test("the month before and the financial year are those of the calendar", () => {
  assert.deepEqual(monthBefore("2027-01-01"), { from: "2026-12-01", to: "2026-12-31" });
  assert.deepEqual(monthBefore("2028-03-01"), { from: "2028-02-01", to: "2028-02-29" });
  const years = ["2027-03-31", "2027-04-01", "2026-12-31"].map(financialYearOf);
  assert.deepEqual(years, ["2026-04-01", "2027-04-01", "2026-04-01"]);
});
