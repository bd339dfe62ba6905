import assert from "node:assert/strict";
import { test } from "node:test";
import { searchText, unwrapText } from "./search-text.ts";

test("a value is found in what was copied with it", () => {
  const copies: [string, string][] = [
    ["•••• 2680", "2680"],
    ["XXXX2680", "2680"],
    ["**** 2680", "2680"],
    ["XXXX XXXX 2680", "2680"],
    ["A/c XX2680", "2680"],
    ["ending 2680", "2680"],
    ["ending in 2680", "2680"],
    ["A/c 501000082680", "501000082680"],
    ["A/C No. 501000082680", "501000082680"],
    ["Account number: 501000082680", "501000082680"],
    ["Ph: 9123456780", "9123456780"],
    ["9123456780,", "9123456780"],
    ["transferId: Pay_1", "Pay_1"],
    ['"Pay_1"', "Pay_1"],
    ["'Pay_1", "Pay_1"],
    ["*Pay_1*", "Pay_1"],
    ["#10340", "10340"],
    ["Mr. Zubin Mehta", "Zubin Mehta"],
    ["M/s Neem Traders", "Neem Traders"],
    ["zubin \t mehta\n", "zubin mehta"],
    ["५०१०००", "501000"],
    ["৫০", "50"],
    ["Xerox Traders", "Xerox Traders"],
    ["Accounts Plus", "Accounts Plus"],
    ["Dr", "Dr"],
    ["***", "***"],
    [" ", ""],
  ];
  for (const [copied, value] of copies) assert.equal(unwrapText(copied), value, copied);
  assert.equal(searchText("“O’Brien”"), "o'brien");
});
