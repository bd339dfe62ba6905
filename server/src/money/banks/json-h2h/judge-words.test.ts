import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Instruction, Outcome, WireAnswer } from "#banks";
import { isFailureReason, type Rail, RAILS } from "#rails";
import { HOST_CODES } from "./judge-words.ts";
import { readEnquiry, readPayment, readVoid } from "./read-answers.ts";

const INSTRUCTION: Instruction = {
  reference: "REF1",
  rail: "imps",
  amountPaise: 100_00n,
  debitAccount: "1001",
  payee: { name: "Asha Rao", accountNumber: "000111222333444", ifsc: "HDFC0000001" },
  remarks: "",
};

const WORDS = {
  reference: "REF1",
  status: "SUCCESS",
  code: "00",
  message: "done",
  utr: "632512000001",
  amount: "100.00",
  credited: true,
  accountTail: "3444",
  rail: "IMPS",
};

function answer(change: object = {}, httpStatus = 200): WireAnswer {
  return { httpStatus, contentType: "application/json", body: JSON.stringify({ ...WORDS, ...change }) };
}

const CARD = {
  token: "tok_000111222333444",
  kind: "debit",
  network: null,
  cryptogram: null,
  expiry: null,
  sequenceNumber: null,
  requestorId: "50110030273",
} as const;

function told(change: object = {}, rail: Rail = "imps"): string {
  const words = { rail: rail.toUpperCase(), ...change };
  const outcome = readPayment(answer(words), {
    ...INSTRUCTION,
    rail,
    payee: { ...INSTRUCTION.payee, vpa: "a@3444", card: CARD },
  });
  return "deemed" in outcome && outcome.deemed ? "deemed" : outcome.kind;
}

test("status and code have to agree before money moves", () => {
  const table: readonly (readonly [Rail, string, string, string])[] = [
    ["imps", "SUCCESS", "00", "succeeded"],
    ["imps", "SUCCESS", "M1", "unknown"],
    ["imps", "SUCCESS", "91", "unknown"],
    ["imps", "SUCCESS", "ZZ9", "unknown"],
    ["imps", "PENDING", "H00", "pending"],
    ["imps", "PENDING", "M1", "pending"],
    ["imps", "PENDING", "91", "pending"],
    ["imps", "DEEMED", "91", "deemed"],
    ["imps", "DEEMED", "08", "deemed"],
    ["upi", "DEEMED", "RB", "deemed"],
    ["imps", "DEEMED", "00", "unknown"],
    ["imps", "DEEMED", "M1", "unknown"],
    ["imps", "FAILED", "M1", "failed"],
    ["imps", "FAILED", "51", "failed"],
    ["upi", "FAILED", "ZH", "failed"],
    ["neft", "FAILED", "AC04", "failed"],
    ["neft", "FAILED", "H03", "failed"],
    ["imps", "FAILED", "00", "unknown"],
    ["imps", "FAILED", "91", "unknown"],
    ["imps", "FAILED", "94", "unknown"],
    ["imps", "FAILED", "M0", "unknown"],
    ["imps", "FAILED", "ZZ9", "unknown"],
    ["upi", "FAILED", "M1", "unknown"],
    ["upi", "FAILED", "U68", "unknown"],
    ["card", "FAILED", "M1", "unknown"],
    ["imps", "FAILED", "EREV", "returned"],
    ["imps", "RETURNED", "EREV", "returned"],
    ["imps", "RETURNED", "M5", "returned"],
    ["neft", "RETURNED", "AC01", "returned"],
    ["card", "RETURNED", "EREV", "returned"],
    ["imps", "RETURNED", "00", "unknown"],
    ["imps", "RETURNED", "ZZ9", "unknown"],
    ["imps", "DUPLICATE", "94", "unknown"],
    ["imps", "NOT_FOUND", "NOT_FOUND", "unknown"],
    ["imps", "SETTLED", "00", "unknown"],
    ["imps", "", "", "unknown"],
  ];
  for (const [rail, status, code, kind] of table) {
    assert.equal(told({ status, code }, rail), kind, `${rail} ${status} ${code}`);
  }
});

test("each code of the banks' hosts refuses on every rail, with one of the contract's reasons", () => {
  for (const code of Object.keys(HOST_CODES).filter((name) => /^H(0[1-9]|[12]\d)$/.test(name))) {
    for (const rail of RAILS) {
      const outcome = readPayment(
        answer({ status: "FAILED", code, rail: rail.toUpperCase(), accountTail: undefined }),
        {
          ...INSTRUCTION,
          rail,
        },
      );
      assert.ok(outcome.kind === "failed" && isFailureReason(outcome.reason), `${rail} ${code}`);
    }
  }
});

test("a word that is missing or of another kind leaves the outcome unknown", () => {
  for (const field of Object.keys(WORDS).filter((name) => name !== "message" && name !== "accountTail")) {
    for (const value of [undefined, null, 1, {}, [], "x".repeat(1_000)]) {
      assert.equal(told({ [field]: value }), "unknown", `${field} ${JSON.stringify(value)}`);
    }
  }
  assert.equal(told({ utr: "" }), "unknown");
  assert.equal(told({ utr: "6325120000\u0000" }), "unknown");
  assert.equal(told({ status: "FAILED", code: "H14" }), "failed");
  assert.equal(told({ status: "FAILED", code: "H14\u0000" }), "unknown");
  assert.equal(told({ amount: "100" }), "unknown");
  assert.equal(told({ amount: "1e2" }), "unknown");
});

test("beside 200 a bank can only refuse", () => {
  for (const httpStatus of [201, 202, 204, 301, 307, 400, 404, 409, 429, 500, 503]) {
    for (const status of ["SUCCESS", "PENDING", "RETURNED"]) {
      assert.equal(
        readPayment(answer({ status }, httpStatus), INSTRUCTION).kind,
        "unknown",
        `${httpStatus} ${status}`,
      );
      assert.equal(
        readEnquiry(answer({ status }, httpStatus), INSTRUCTION).kind,
        "unknown",
        `${httpStatus} ${status}`,
      );
    }
  }
  assert.equal(readPayment(answer({ status: "FAILED", code: "H08" }, 429), INSTRUCTION).kind, "failed");
  assert.equal(readPayment(answer({ status: "FAILED", code: "H14" }, 500), INSTRUCTION).kind, "unknown");
});

test("not found counts only for the reference that was asked for, and only in an enquiry", () => {
  const words = {
    status: "NOT_FOUND",
    code: "NOT_FOUND",
    amount: undefined,
    rail: undefined,
    accountTail: undefined,
  };
  assert.equal(readEnquiry(answer(words, 404), INSTRUCTION).kind, "not_found");
  assert.equal(readEnquiry(answer(words, 200), INSTRUCTION).kind, "unknown");
  assert.equal(readEnquiry(answer({ ...words, reference: "REF2" }, 404), INSTRUCTION).kind, "unknown");
  assert.equal(readPayment(answer(words, 404), INSTRUCTION).kind, "unknown");
  const page = { httpStatus: 404, contentType: "text/html", body: "<h1>Not found</h1>" };
  assert.equal(readEnquiry(page, INSTRUCTION).kind, "unknown");
});

test("only an explicit promise about this reference makes it void", () => {
  const table: readonly (readonly [object, number, string])[] = [
    [{ status: "FAILED", code: "H06", voided: true }, 200, "failed"],
    [{ status: "FAILED", code: "M1", voided: true }, 200, "failed"],
    [{ status: "FAILED", code: "ZZ9", voided: true }, 200, "failed"],
    [{ status: "SUCCESS", voided: true }, 200, "unknown"],
    [{ status: "PENDING", code: "H00", voided: true }, 200, "unknown"],
    [{ status: "FAILED", code: "H06", voided: true, reference: "REF2" }, 200, "unknown"],
    [{ status: "FAILED", code: "H06", voided: true }, 202, "unknown"],
    [{ status: "FAILED", code: "H06", voided: true }, 500, "unknown"],
    [{ status: "FAILED", code: "H06" }, 200, "unknown"],
    [{ status: "FAILED", code: "H06", voided: "true" }, 200, "unknown"],
    [{ status: "FAILED", code: "M1", voided: false }, 200, "unknown"],
    [{ status: "SUCCESS", voided: false }, 200, "succeeded"],
    [{ status: "PENDING", code: "H00", voided: false }, 200, "pending"],
    [{ status: "FAILED", code: "H05", voided: undefined }, 200, "unknown"],
  ];
  for (const [words, httpStatus, kind] of table) {
    assert.equal(readVoid(answer(words, httpStatus), "REF1").kind, kind, JSON.stringify(words));
  }
});

test("no bytes make a reader throw, and no damaged answer moves money", () => {
  const whole = answer().body;
  const harmless = (outcome: Outcome): boolean => outcome.kind === "unknown";
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 100, max: 599 }), fc.boolean(), (body, httpStatus, isJson) => {
      const strange = { httpStatus, contentType: isJson ? "application/json" : "text/html", body };
      return [
        readPayment(strange, INSTRUCTION),
        readEnquiry(strange, INSTRUCTION),
        readVoid(strange, "REF1"),
      ].every(harmless);
    }),
  );
  for (let length = 0; length < whole.length; length += 1) {
    const cut = { ...answer(), body: whole.slice(0, length) };
    assert.ok(harmless(readPayment(cut, INSTRUCTION)), `${length} bytes`);
  }
});

test("what a bank says cannot carry an account number or control characters into our logs", () => {
  const message = `account 000111222333444 of \u0000<b>Asha</b> ${"x".repeat(300)}`;
  const outcome = readPayment(answer({ status: "FAILED", code: "M5", message }), INSTRUCTION);
  assert.ok(outcome.kind === "failed");
  assert.ok(!/\d{9}|\p{Cc}/u.test(outcome.text) && outcome.text.length <= 140, outcome.text);
});
