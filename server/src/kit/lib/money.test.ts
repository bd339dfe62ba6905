import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { basisPointsOf, formatRupees, formatRupeesIndian, PAISE_MAX, parseRupees } from "#lib/money";

const paise = fc.bigInt({ min: 0n, max: PAISE_MAX });

test("rupees of the contract are read exactly, as text or as number", () => {
  const cases: [unknown, bigint][] = [
    ["1", 100n],
    ["1.5", 150n],
    ["1.05", 105n],
    ["1.00", 100n],
    ["0", 0n],
    ["0.01", 1n],
    ["0001.00", 100n],
    ["9999999999999.99", PAISE_MAX],
    [1, 100n],
    [1.5, 150n],
    [1.1, 110n],
    [-0, 0n],
    [9_999_999_999_999.99, PAISE_MAX],
  ];
  for (const [value, expected] of cases) assert.equal(parseRupees(value), expected, String(value));
});

test("more than two decimals is told apart from what is no amount", () => {
  for (const value of ["1.001", "1.000", "12345.678901", 1.001, 0.1 + 0.2, 1e-7, 1.5e-9]) {
    assert.equal(parseRupees(value), "too_many_decimals", String(value));
  }
  const others = [
    "",
    " 1",
    "1 ",
    "1,000",
    "+1",
    "-1",
    "1.",
    ".5",
    "1e3",
    "0x10",
    "१",
    "NaN",
    "1.0.0",
    "12345678901234",
  ];
  const types = [
    -1,
    Number.NaN,
    Infinity,
    1e21,
    -1e-7,
    null,
    undefined,
    true,
    {},
    [1],
    ["1"],
    1n,
    new String("1"),
  ];
  for (const value of [...others, ...types]) assert.equal(parseRupees(value), "not_an_amount", String(value));
});

test("any amount survives being written and read again, as text and as number", () => {
  fc.assert(
    fc.property(paise, (amount) => {
      assert.equal(parseRupees(formatRupees(amount)), amount);
      assert.equal(parseRupees(Number(formatRupees(amount))), amount);
    }),
  );
});

test("reading never throws, and answers paise only for digits with at most two decimals", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (value) => {
      const read = parseRupees(value);
      if (typeof read !== "bigint") return;
      assert.match(String(value), /^\d{1,13}(\.\d{1,2})?$/);
      assert.ok(read >= 0n && read <= PAISE_MAX);
    }),
  );
});

test("amounts are grouped the Indian way", () => {
  const cases: [bigint, string][] = [
    [0n, "₹0.00"],
    [5n, "₹0.05"],
    [999_99n, "₹999.99"],
    [1_000_00n, "₹1,000.00"],
    [1_00_000_00n, "₹1,00,000.00"],
    [12_34_56_789_01n, "₹12,34,56,789.01"],
    [-1_25_000_50n, "-₹1,25,000.50"],
  ];
  for (const [amount, text] of cases) assert.equal(formatRupeesIndian(amount), text);
  const intl = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
  fc.assert(
    fc.property(fc.bigInt({ min: -PAISE_MAX, max: PAISE_MAX }), (amount) => {
      assert.equal(formatRupeesIndian(amount), intl.format(formatRupees(amount) as `${number}`));
    }),
  );
});

test("a share in basis points is rounded half up, and mirrored below zero", () => {
  assert.equal(basisPointsOf(3_00n, 1_800n), 54n);
  assert.equal(basisPointsOf(25n, 1_800n), 5n);
  assert.equal(basisPointsOf(24n, 1_800n), 4n);
  assert.equal(basisPointsOf(1n, 5_000n), 1n);
  assert.equal(basisPointsOf(-1n, 5_000n), -1n);
  fc.assert(
    fc.property(paise, fc.bigInt({ min: 0n, max: 10_000n }), (amount, points) => {
      const share = basisPointsOf(amount, points);
      const twiceOff = 2n * (share * 10_000n - amount * points);
      assert.ok(-10_000n < twiceOff && twiceOff <= 10_000n, "within half a paisa, halves going up");
      assert.equal(basisPointsOf(-amount, points), -share);
    }),
  );
});
