/** These tests read the forms and examples of the documentation; whatever it does not say stays unknown. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { BankNews, Callback, Connection, Instruction, Outcome, WireAnswer } from "#banks";
import { isFailureReason } from "#rails";
import { readCallback, readEnquiry, readPayment } from "./read-transfer.ts";
import { REASONS, STATUSES } from "./transfer-words.ts";
import { writeEnquiry, writePayment } from "./write-requests.ts";

const REFERENCE = "QX7M2K9A4TZ8PL3D";
const CONNECTION: Connection = {
  bankId: "cashfree",
  adapter: "cashfree",
  baseUrl: "https://sandbox.cashfree.com/payout",
  keyId: "CF1",
  apiKey: "secret",
  callbackSecret: "secret",
  debitAccount: "CASHFREE_1",
};
const INSTRUCTION: Instruction = {
  reference: REFERENCE,
  rail: "imps",
  amountPaise: 1_234_05n,
  debitAccount: CONNECTION.debitAccount,
  payee: { name: "John  O'Doe", accountNumber: "7766671501729", ifsc: "SBIN0000003" },
  remarks: "Payout, for order 12",
};

/** Returns the transfer of the guide's TRANSFER_ACKNOWLEDGED. */
function transfer(change: object = {}): Record<string, unknown> {
  return {
    transfer_id: REFERENCE,
    cf_transfer_id: "123456",
    status: "SUCCESS",
    status_code: "COMPLETED",
    beneficiary_details: {
      beneficiary_id: "JOHN18011",
      beneficiary_instrument_details: { bank_account_number: "7766671501729", bank_ifsc: "SBIN0000003" },
    },
    transfer_amount: 1_234.05,
    transfer_mode: "BANK",
    transfer_utr: "TESTR92023012200543116",
    fundsource_id: "CASHFREE_1",
    ...change,
  };
}

function answer(httpStatus: number, body: unknown): WireAnswer {
  return { httpStatus, contentType: "application/json", body: JSON.stringify(body) };
}

function paid(change: object = {}): Outcome {
  return readPayment(answer(200, transfer(change)), INSTRUCTION);
}

test("a transfer is written as the documentation shows, with the rupees' own digits", () => {
  const { path, headers, body = "" } = writePayment(CONNECTION, INSTRUCTION);
  assert.equal(path, "/transfers");
  assert.deepEqual(
    [headers["x-client-id"], headers["x-client-secret"], headers["x-api-version"]],
    ["CF1", "secret", "2024-01-01"],
  );
  assert.ok(body.includes('"transfer_amount":1234.05,'));
  assert.deepEqual(JSON.parse(body), {
    transfer_id: REFERENCE,
    transfer_amount: 1_234.05,
    transfer_currency: "INR",
    transfer_mode: "imps",
    beneficiary_details: {
      beneficiary_name: "John O Doe",
      beneficiary_instrument_details: { bank_account_number: "7766671501729", bank_ifsc: "SBIN0000003" },
    },
    transfer_remarks: "Payout for order 12",
    fundsource_id: "CASHFREE_1",
  });
  assert.equal(writePayment(CONNECTION, { ...INSTRUCTION, sentBefore: true }).body, body);
  assert.equal(writeEnquiry(CONNECTION, REFERENCE).path, `/transfers?transfer_id=${REFERENCE}`);
});

test("each documented status proves what its row says; SUCCESS only with a documented code", () => {
  const kinds = { NEG: "failed", RET: "returned", UNK: "pending", POS: "unknown" } as const;
  for (const [status, { evidence }] of Object.entries(STATUSES)) {
    assert.equal(paid({ status, status_code: status }).kind, kinds[evidence], status);
  }
  const [completed, sent] = [paid(), paid({ status_code: "SENT_TO_BENEFICIARY" })];
  assert.ok(completed.kind === "succeeded" && completed.credited);
  assert.ok(sent.kind === "succeeded" && !sent.credited);
  assert.equal(paid({ transfer_utr: undefined }).kind, "pending");
});

test("each documented reason is one of ours; what is not documented is unknown, and someone must look", () => {
  for (const [status_code, { reason }] of Object.entries(REASONS)) {
    assert.ok(isFailureReason(reason), status_code);
    for (const status of ["FAILED", "REJECTED"]) assert.equal(paid({ status, status_code }).kind, "failed");
    assert.equal(paid({ status: "REVERSED", status_code }).kind, "returned", status_code);
  }
  const strange = [
    { status: "CANCELLED" },
    { status: "FAILED", status_code: "MOON_IN_THE_WAY" },
    { status: "REVERSED", status_code: "MOON_IN_THE_WAY" },
    { status_code: "MOON_IN_THE_WAY" },
    { transfer_id: "ANOTHER" },
    { transfer_amount: 1_234.06 },
    { beneficiary_details: { beneficiary_instrument_details: { bank_account_number: "7766671501720" } } },
  ];
  for (const change of strange) {
    const outcome = paid(change);
    assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined, JSON.stringify(change));
  }
  for (const transfer_amount of ["1,234.05", 1_234.051, -1, null, 1e30]) {
    const outcome = paid({ transfer_amount });
    assert.ok(outcome.kind === "unknown" && outcome.alarm === undefined, String(transfer_amount));
  }
});

test("what may be left out may be null, an id may be a number, and a masked account is compared with nothing", () => {
  const masked = { beneficiary_instrument_details: { bank_account_number: "XXXXXXXXX1720" } };
  const change = { cf_transfer_id: 123_456, transfer_amount: "1234.05", beneficiary_details: masked };
  assert.equal(paid(change).kind, "succeeded");
  assert.equal(paid({ status: "PENDING", status_code: null, transfer_utr: null }).kind, "pending");
});

test("a documented error refuses a first sending only; all others say nothing", () => {
  const errors = [
    [400, "transfer_amount_invalid", "BANK_GATEWAY_ERROR"],
    [400, "beneficiary_details.bank_ifsc_invalid", "INVALID_IFSC_FAIL"],
    [400, "beneficiary_details.vpa_invalid", "INVALID_ACCOUNT_FAIL"],
    [400, "bank_account_number_length_short", "INVALID_ACCOUNT_FAIL"],
    [401, "authentication_failed", "BANK_GATEWAY_ERROR"],
    [403, "apis_not_enabled", "BANK_GATEWAY_ERROR"],
    [429, "too_many_requests", "REINITIALIZE_TRANSFER_LATER"],
  ] as const;
  for (const [httpStatus, code, reason] of errors) {
    const told = answer(httpStatus, { type: "invalid_request_error", code, message: "Said." });
    const first = readPayment(told, INSTRUCTION);
    assert.ok(first.kind === "failed" && first.ofRequest && first.reason === reason, code);
    assert.equal(readPayment(told, { ...INSTRUCTION, sentBefore: true }).kind, "unknown");
    assert.equal(readEnquiry(told, INSTRUCTION).kind, "unknown");
  }
  const silent = [
    answer(409, { code: "transfer_id_already_exists" }),
    answer(404, { code: "transfer_id_not_found" }),
    answer(400, { code: "something_new" }),
    answer(422, { code: "transfer_amount_invalid" }),
    answer(500, { code: "internal_server_error" }),
    answer(200, {}),
    answer(201, transfer()),
  ];
  for (const told of silent) assert.equal(readPayment(told, INSTRUCTION).kind, "unknown", told.body);
  assert.equal(readEnquiry(answer(404, { code: "transfer_id_not_found" }), INSTRUCTION).kind, "not_found");
  assert.equal(readEnquiry(answer(404, { code: "cf_transfer_id_not_found" }), INSTRUCTION).kind, "unknown");
  assert.equal(readEnquiry(answer(200, transfer()), INSTRUCTION).kind, "succeeded");
});

const NOW = new Date("2026-07-25T17:43:37Z");

function webhook(type: string, data: object, timestamp = String(NOW.getTime())): Callback {
  return signed(JSON.stringify({ data, event_time: "2026-07-25T17:43:37", type }), timestamp);
}

function signed(rawBody: string, timestamp: string): Callback {
  const signature = createHmac("sha256", "secret").update(`${timestamp}${rawBody}`).digest("base64");
  return {
    headers: { "x-webhook-signature": signature, "x-webhook-timestamp": timestamp },
    rawBody,
    now: NOW,
  };
}

function news(callback: Callback): BankNews[] {
  const told = readCallback(CONNECTION, callback);
  assert.ok(Array.isArray(told));
  return told;
}

test("a webhook tells what its transfer says, by time in milliseconds or seconds; repeated it is the same fact", () => {
  const reversed = { transfer_id: REFERENCE, status: "REVERSED", status_code: "INVALID_ACCOUNT_FAIL" };
  const [one] = news(webhook("TRANSFER_REVERSED", { ...reversed, transfer_amount: 1_234.05 }));
  assert.ok(one?.kind === "payment" && one.outcome.kind === "returned");
  assert.equal(one.amountPaise, 1_234_05n);
  const seconds = String(NOW.getTime() / 1_000);
  const [again] = news(webhook("TRANSFER_REVERSED", { ...reversed, transfer_amount: 1_234.05 }, seconds));
  assert.equal(again?.factId, one.factId);
  const [misnamed] = news(webhook("TRANSFER_SUCCESS", { ...reversed, transfer_amount: 1_234.05 }));
  assert.ok(misnamed?.kind === "payment" && misnamed.outcome.kind === "returned");
});

test("an event of an unknown kind that carries a transfer is read like the others", () => {
  const reversed = { transfer_id: REFERENCE, status: "REVERSED", status_code: "INVALID_ACCOUNT_FAIL" };
  for (const type of ["TRANSFER_RETURNED_LATE", "PAYOUT_UPDATED", ""]) {
    const [one] = news(webhook(type, { ...reversed, transfer_amount: 1_234.05 }));
    assert.ok(one?.kind === "payment" && one.outcome.kind === "returned", type);
    const cut = readCallback(CONNECTION, webhook(type, reversed));
    assert.deepEqual(cut, { fault: "unreadable", detail: "no transfer_amount" }, type);
  }
  const empty = readCallback(CONNECTION, webhook("TRANSFER_RETURNED_LATE", {}));
  assert.deepEqual(empty, { fault: "unreadable", detail: "no transfer_id" });
});

test("events about other things tell nothing, and are not refused", () => {
  for (const type of ["LOW_BALANCE_ALERT", "CREDIT_CONFIRMATION", "BENEFICIARY_INCIDENT", ""]) {
    assert.deepEqual(news(webhook(type, {})), []);
  }
  const unreadable = readCallback(CONNECTION, webhook("TRANSFER_SUCCESS", { transfer_id: REFERENCE }));
  assert.deepEqual(unreadable, { fault: "unreadable", detail: "no status" });
});

test("a webhook that says one thing twice is not read", () => {
  const timestamp = String(NOW.getTime());
  const { rawBody } = webhook("TRANSFER_SUCCESS", { transfer_id: REFERENCE, status: "SUCCESS" });
  const twice = String(rawBody).replace('"status":', '"status":"REVERSED","status":');
  assert.deepEqual(readCallback(CONNECTION, signed(twice, timestamp)), {
    fault: "unreadable",
    detail: "no sound JSON object",
  });
});
