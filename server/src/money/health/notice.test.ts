import assert from "node:assert/strict";
import { test } from "node:test";
import { HealthError } from "./errors.ts";
import { checkNotice, type BankNotice } from "./notice.ts";

const NOW = new Date("2026-11-20T10:00:00+05:30");
const DAY_MS = 86_400_000;

const notice: BankNotice = {
  entity: "bank",
  entityCode: "hdfc",
  mode: "imps",
  severity: "low",
  because: "the bank's circular",
  planned: null,
  by: "system",
};

const refusalOf = (changes: Partial<BankNotice>): string | null => {
  try {
    checkNotice({ ...notice, ...changes }, NOW);
    return null;
  } catch (error) {
    assert.ok(HealthError.is(error));
    return error.code;
  }
};

const planned = (aheadMs: number, longMs: number): Partial<BankNotice> => ({
  planned: { from: new Date(NOW.getTime() + aheadMs), to: new Date(NOW.getTime() + aheadMs + longMs) },
});

test("codes are kept as the lists have them; what no list has is refused", () => {
  assert.equal(checkNotice(notice, NOW).entityCode, "HDFC");
  const handle = { entity: "handle", entityCode: "OkBank", mode: "upi" } as const;
  assert.equal(checkNotice({ ...notice, ...handle }, NOW).entityCode, "okbank");
  for (const entityCode of ["", "ZZZZ", "HDF", "HDFC0", "HDFC0000001"])
    assert.equal(refusalOf({ entityCode }), "bank_unknown", entityCode);
  for (const entityCode of ["", "@upi", "a b", "1up", "a", "x".repeat(65)])
    assert.equal(refusalOf({ ...handle, entityCode }), "handle_invalid", entityCode);
});

test("a bank is down for the rails to bank accounts, a handle for UPI", () => {
  assert.equal(refusalOf({ mode: "upi" }), "mode_invalid");
  assert.equal(refusalOf({ mode: "pigeon" as "imps" }), "mode_invalid");
  assert.equal(refusalOf({ entity: "handle", entityCode: "upi" }), "mode_invalid");
  for (const mode of ["imps", "neft", "rtgs"] as const) assert.equal(refusalOf({ mode }), null);
});

test("a notice says from whom, within 500 characters", () => {
  assert.equal(refusalOf({ because: " " }), "because_missing");
  assert.equal(refusalOf({ because: "x".repeat(500) }), null);
  assert.equal(refusalOf({ because: "x".repeat(501) }), "because_missing");
});

test("what is planned begins in the future, within 90 days, and takes at most 7", () => {
  assert.equal(refusalOf(planned(1, DAY_MS)), null);
  assert.equal(refusalOf(planned(0, DAY_MS)), "time_invalid");
  assert.equal(refusalOf(planned(90 * DAY_MS, DAY_MS)), null);
  assert.equal(refusalOf(planned(90 * DAY_MS + 1, DAY_MS)), "time_invalid");
  assert.equal(refusalOf(planned(DAY_MS, 7 * DAY_MS)), null);
  assert.equal(refusalOf(planned(DAY_MS, 7 * DAY_MS + 1)), "time_invalid");
  assert.equal(refusalOf(planned(DAY_MS, 0)), "time_invalid");
  assert.equal(refusalOf({ planned: { from: new Date("nonsense"), to: NOW } }), "time_invalid");
});
