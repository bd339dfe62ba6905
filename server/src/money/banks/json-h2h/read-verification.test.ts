import assert from "node:assert/strict";
import { test } from "node:test";
import type { VerificationQuestion } from "#banks";
import { readVerification } from "./read-answers.ts";

const question: VerificationQuestion = { kind: "vpa", reference: "V1", vpa: "asha@upi" };
const words = {
  reference: "V1",
  status: "VALID",
  code: "00",
  message: "Transaction successful",
  name: "ASHA RAO",
  vpa: "asha@upi",
  utr: "632512000001",
  amount: "0.00",
  accountTail: "@upi",
};

const kindOf = (change: object, httpStatus = 200): string => {
  const body = JSON.stringify({ ...words, ...change });
  return readVerification({ httpStatus, contentType: "application/json", body }, question).kind;
};

test("a sound answer names the holder", () => {
  assert.equal(kindOf({}), "found");
  assert.equal(kindOf({ vpa: "ASHA@UPI" }), "found");
  assert.equal(kindOf({ status: "INVALID", code: "XI", name: "", vpa: "" }), "not_found");
});

test("whatever is odd about an answer, it names no one", () => {
  const odd: readonly object[] = [
    { reference: "V2" },
    { status: "SUCCESS" },
    { status: 1 },
    { code: "U31" },
    { code: undefined },
    { name: "" },
    { name: " \u0007 " },
    { name: 7 },
    { name: "x".repeat(201) },
    { vpa: "other@upi" },
    { vpa: "" },
    { utr: "with blank" },
    { amount: "1" },
    { amount: undefined },
    { accountTail: "7890" },
    { status: "INVALID", code: "00" },
    { status: "INVALID", code: "ZZ9" },
    { status: "INVALID", code: "U31" },
    { status: "UNAVAILABLE", code: "H18\u0000" },
  ];
  for (const change of odd) assert.equal(kindOf(change), "unknown", JSON.stringify(change));
  assert.equal(kindOf({}, 404), "unknown");
  assert.equal(kindOf({}, 503), "unknown");
});

test("what the bank would deposit to find out is told in paise", () => {
  const body = JSON.stringify({ ...words, amount: "1.28" });
  const outcome = readVerification({ httpStatus: 200, contentType: "application/json", body }, question);
  assert.ok(outcome.kind === "found" && outcome.depositedPaise === 1_28n);
});
