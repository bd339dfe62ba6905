import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PAISE_MAX } from "#lib/money";
import {
  categoryOf,
  checkAmount,
  FEE_GROUPS,
  type FeeGroup,
  feeFor,
  feeGroupOf,
  instrumentOf,
  isRail,
  isTransferMode,
  limits,
  modeLimits,
  PRICE_LISTS,
  type Rail,
  railOf,
  RAILS,
  railsOf,
  TRANSFER_MODES,
  type TransferMode,
} from "#rails";

const now = new Date("2026-11-18T06:30:00Z");
const LAKH = 1_00_000_00n;

test("each rail's bounds are those published", () => {
  const bounds: [Rail, bigint, bigint][] = [
    ["imps", 1_00n, 5n * LAKH],
    ["neft", 1_00n, PAISE_MAX],
    ["rtgs", 2n * LAKH, PAISE_MAX],
    ["upi", 1_00n, LAKH],
    ["paytm", 1_00n, LAKH],
    ["amazonpay", 1_00n, 10_000_00n],
    ["card", 1_00n, LAKH],
  ];
  for (const [rail, minPaise, maxPaise] of bounds) {
    assert.equal(limits(rail, now).minPaise, minPaise, rail);
    assert.equal(limits(rail, now).maxPaise, maxPaise, rail);
    assert.equal(checkAmount(rail, minPaise, now), null);
    assert.equal(checkAmount(rail, maxPaise, now), null);
    assert.deepEqual(checkAmount(rail, minPaise - 1n, now), { kind: "below_minimum", minPaise });
    assert.deepEqual(checkAmount(rail, maxPaise + 1n, now), { kind: "above_maximum", maxPaise });
  }
  assert.deepEqual(modeLimits("banktransfer", now), { minPaise: 1_00n, maxPaise: PAISE_MAX });
});

test("a limit changes at midnight in India of its first day", () => {
  assert.equal(limits("imps", new Date("2021-10-07T18:29:59.999Z")).maxPaise, 2n * LAKH);
  assert.equal(limits("imps", new Date("2021-10-07T18:30:00Z")).maxPaise, 5n * LAKH);
  assert.equal(limits("imps", new Date(0)).maxPaise, 2n * LAKH);
});

test("banktransfer is IMPS up to two lakh and NEFT above, other modes are their own rail", () => {
  const cases: [TransferMode, bigint, Rail[]][] = [
    ["banktransfer", 1_00n, ["imps", "neft"]],
    ["banktransfer", 2n * LAKH, ["imps", "neft"]],
    ["banktransfer", 2n * LAKH + 1n, ["neft", "imps", "rtgs"]],
    ["banktransfer", 5n * LAKH, ["neft", "imps", "rtgs"]],
    ["banktransfer", 5n * LAKH + 1n, ["neft", "rtgs"]],
    ...RAILS.map((rail): [TransferMode, bigint, Rail[]] => [rail, 3n * LAKH, [rail]]),
  ];
  for (const [mode, amount, rails] of cases) {
    assert.deepEqual(railsOf(mode, amount), rails);
    assert.equal(railOf(mode, amount), rails[0]);
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 1_00n, max: PAISE_MAX }), (amount) => {
      for (const rail of railsOf("banktransfer", amount)) assert.equal(checkAmount(rail, amount, now), null);
    }),
  );
});

test("every mode has its category and instrument, and other words are no modes", () => {
  const words = TRANSFER_MODES.map((mode) => `${mode} ${categoryOf(mode)} ${instrumentOf(mode)}`);
  assert.deepEqual(words, [
    "banktransfer BANK account",
    "imps BANK account",
    "neft BANK account",
    "rtgs BANK account",
    "upi UPI vpa",
    "paytm PAYTM phone",
    "amazonpay AMAZONPAY phone",
    "card CARD card",
  ]);
  for (const word of ["", "IMPS", "bank", "__proto__", null, 1]) assert.equal(isTransferMode(word), false);
  assert.equal(isTransferMode("banktransfer"), true);
  assert.equal(isRail("banktransfer"), false);
});

test("fees are those of the price list, bounds belonging to the lower band", () => {
  const fees: [bigint, Record<FeeGroup, bigint>][] = [
    [1_00n, { neft: 3n, rtgs: 4n, instant: 6n, phone: 7n }],
    [1_000_00n, { neft: 3n, rtgs: 4n, instant: 6n, phone: 7n }],
    [1_000_01n, { neft: 5n, rtgs: 6n, instant: 8n, phone: 9n }],
    [25_000_00n, { neft: 5n, rtgs: 6n, instant: 8n, phone: 9n }],
    [25_000_01n, { neft: 8n, rtgs: 10n, instant: 15n, phone: 18n }],
    [PAISE_MAX, { neft: 8n, rtgs: 10n, instant: 15n, phone: 18n }],
  ];
  for (const [amount, byGroup] of fees) {
    for (const group of FEE_GROUPS) {
      const feePaise = byGroup[group] * 100n;
      assert.deepEqual(feeFor(group, amount, now), { feePaise, taxPaise: byGroup[group] * 18n });
    }
  }
  assert.deepEqual(feeFor("neft", 1_00n, now), { feePaise: 300n, taxPaise: 54n });
});

test("the price list's bands rise and end without an end", () => {
  for (const { bands } of PRICE_LISTS) {
    assert.equal(bands.at(-1)?.uptoPaise, null);
    for (const [index, { uptoPaise }] of bands.slice(0, -1).entries()) {
      assert.ok(uptoPaise !== null && uptoPaise > (bands[index - 1]?.uptoPaise ?? 0n));
    }
  }
});

test("each rail has its column of the price list, and payouts through a phone number theirs", () => {
  const groups = RAILS.map((rail) => feeGroupOf(rail));
  assert.deepEqual(groups, ["instant", "neft", "rtgs", "instant", "instant", "instant", "phone"]);
  assert.equal(feeGroupOf("upi", true), "phone");
});
