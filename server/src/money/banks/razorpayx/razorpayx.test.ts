/** These tests read the forms and examples of the documentation; whatever it does not say stays unknown. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { BankNews, Callback, Connection, Instruction, Outcome, WireAnswer } from "#banks";
import { isFailureReason } from "#rails";
import { API_ERRORS, REASONS, STATUSES } from "./payout-words.ts";
import { readEnquiry, readPayment } from "./read-payout.ts";
import { readCallback, readCreditEnquiry } from "./read-callback.ts";
import { writeCreditEnquiry, writeEnquiry, writePayment } from "./write-requests.ts";

const REFERENCE = "QX7M2K9A4TZ8PL3D";
const CONNECTION: Connection = {
  bankId: "razorpayx",
  adapter: "razorpayx",
  baseUrl: "https://api.razorpay.com/v1",
  keyId: "rzp_test_1",
  apiKey: "secret",
  callbackSecret: "hook",
  debitAccount: "7878780080316316",
};
const INSTRUCTION: Instruction = {
  reference: REFERENCE,
  rail: "neft",
  amountPaise: 10_000_00n,
  debitAccount: CONNECTION.debitAccount,
  payee: { name: "Gaurav Kumar", accountNumber: "1121431121541121", ifsc: "HDFC0001234" },
  remarks: "Acme Corp: Fund Transfer, for November 2026",
};

/** Returns the answer in api/x/payout-composite/create/bank-account.md, reduced to the fields that we read. */
function payout(change: object = {}): Record<string, unknown> {
  return {
    id: "pout_F681qslJ3ba70q",
    entity: "payout",
    fund_account: {
      account_type: "bank_account",
      bank_account: { ifsc: "HDFC0001234", name: "Gaurav Kumar", account_number: "1121431121541121" },
    },
    amount: 1_000_000,
    currency: "INR",
    fees: 590,
    tax: 90,
    status: "processed",
    utr: "HDFCN00000000001",
    mode: "NEFT",
    reference_id: REFERENCE,
    status_details: null,
    ...change,
  };
}

function answer(httpStatus: number, body: unknown): WireAnswer {
  return { httpStatus, contentType: "application/json", body: JSON.stringify(body) };
}

function paid(change: object = {}): Outcome {
  return readPayment(answer(200, payout(change)), INSTRUCTION);
}

const details = (reason: string) => ({ status_details: { reason, source: "gateway", description: "Said." } });

test("a payout is written as the documentation shows, and always in the same bytes", () => {
  const { path, headers, body } = writePayment(CONNECTION, INSTRUCTION);
  assert.equal(path, "/payouts");
  assert.equal(headers["x-payout-idempotency"], REFERENCE);
  assert.equal(headers["authorization"], "Basic cnpwX3Rlc3RfMTpzZWNyZXQ=");
  assert.deepEqual(JSON.parse(body ?? ""), {
    account_number: "7878780080316316",
    amount: 1_000_000,
    currency: "INR",
    mode: "NEFT",
    purpose: "payout",
    fund_account: {
      account_type: "bank_account",
      bank_account: { name: "Gaurav Kumar", ifsc: "HDFC0001234", account_number: "1121431121541121" },
      contact: { name: "Gaurav Kumar" },
    },
    queue_if_low_balance: false,
    reference_id: REFERENCE,
    notes: { vitaran_reference: REFERENCE },
    narration: "Acme Corp Fund Transfer for No",
  });
  assert.deepEqual(writePayment(CONNECTION, { ...INSTRUCTION, sentBefore: true }).body, body);
  const asked = writeEnquiry(CONNECTION, REFERENCE).path;
  assert.equal(asked, `/payouts?account_number=7878780080316316&reference_id=${REFERENCE}&count=2`);
});

test("each documented status proves what its row says; without its UTR a processed one is on its way", () => {
  const kinds = { POS: "succeeded", NEG: "failed", RET: "returned", UNK: "pending" } as const;
  for (const [status, { evidence }] of Object.entries(STATUSES)) {
    assert.equal(paid({ status }).kind, kinds[evidence], status);
  }
  assert.equal(paid({ utr: null }).kind, "pending");
  assert.deepEqual(
    [paid(), paid(details("payout_processed"))].map((told) => told.kind === "succeeded" && told.credited),
    [false, true],
  );
});

test("each documented reason is one of ours; what is not documented is unknown, and someone must look", () => {
  for (const [reason, row] of Object.entries(REASONS)) {
    assert.ok(isFailureReason(row.reason), reason);
    const failed = paid({ status: "failed", ...details(reason) });
    assert.ok(failed.kind === "failed" && failed.code === reason && failed.text === "Said.", reason);
    assert.equal(paid({ status: "reversed", ...details(reason) }).kind, "returned");
  }
  const strange = [
    { status: "expired" },
    { status: "failed", ...details("moon_in_the_way") },
    { status: "reversed", ...details("moon_in_the_way") },
    details("moon_in_the_way"),
    { reference_id: "ANOTHER" },
    { reference_id: null },
    { amount: 1_000_100 },
    { mode: "IMPS" },
    { fund_account: { bank_account: { account_number: "1121431121541122" } } },
  ];
  for (const change of strange) {
    const outcome = paid(change);
    assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined, JSON.stringify(change));
  }
});

test("a documented error refuses a first sending only; all others say nothing", () => {
  const errors = [
    [401, { description: "Authentication failed" }],
    [400, { description: "The api key provided is invalid", reason: "NA" }],
    [400, { description: "Transactions from this IP are not allowed. Contact support for help." }],
    [400, { description: "The account number field is required", reason: "input_validation_failed" }],
    [400, { description: "You do not have enough funds", reason: "insufficient_funds" }],
    [429, { description: "Throttling Error" }],
  ] as const;
  for (const [httpStatus, error] of errors) {
    const told = answer(httpStatus, { error });
    const first = readPayment(told, INSTRUCTION);
    assert.ok(first.kind === "failed" && first.otherBank && first.ofRequest, JSON.stringify(first));
    assert.equal(readPayment(told, { ...INSTRUCTION, sentBefore: true }).kind, "unknown");
    assert.equal(readEnquiry(told, INSTRUCTION).kind, "unknown");
  }
  assert.ok(API_ERRORS.some(({ refused }) => !refused));
  const silent = [
    answer(400, { error: { description: "Different request body sent for the same Idempotency Header." } }),
    answer(400, { error: { description: "Something new", reason: "something_new" } }),
    answer(500, { error: { description: "We are facing some trouble", reason: "server_error" } }),
    answer(400, {}),
    answer(200, {}),
    answer(201, payout()),
  ];
  for (const told of silent) assert.equal(readPayment(told, INSTRUCTION).kind, "unknown", told.body);
});

test("an enquiry finds one payout, none, or two, which must not be", () => {
  const found = (items: readonly object[]) =>
    readEnquiry(answer(200, { entity: "collection", count: items.length, items }), INSTRUCTION);
  const { fund_account: _, ...fetched } = payout();
  assert.equal(found([fetched]).kind, "succeeded");
  assert.equal(found([]).kind, "not_found");
  for (const items of [[fetched, { ...fetched, id: "pout_2" }], [{ ...fetched, reference_id: "ANOTHER" }]]) {
    const outcome = found(items);
    assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined);
  }
});

const MADE_AT = 1_580_118_468;

function webhook(event: string, name: string, entity: object): Callback {
  return signed(
    JSON.stringify({ entity: "event", event, payload: { [name]: { entity } }, created_at: MADE_AT }),
  );
}

function signed(rawBody: string): Callback {
  const signature = createHmac("sha256", "hook").update(rawBody).digest("hex");
  const headers = { "x-razorpay-signature": signature, "x-razorpay-event-id": "anything" };
  return { headers, rawBody, now: new Date(MADE_AT * 1_000) };
}

function news(callback: Callback): BankNews[] {
  const told = readCallback(CONNECTION, callback);
  assert.ok(Array.isArray(told));
  return told;
}

test("a webhook tells a payout of ours; the same words are the same fact, whatever the event's id", () => {
  const reversed = payout({ status: "reversed", ...details("beneficiary_bank_offline") });
  const [one] = news(webhook("payout.reversed", "payout", reversed));
  assert.ok(one?.kind === "payment" && one.outcome.kind === "returned");
  assert.equal(one.amountPaise, 1_000_000n);
  const [again] = news(webhook("payout.updated", "payout", { ...reversed, fees: 0 }));
  assert.equal(again?.factId, one.factId);
  const [other] = news(webhook("payout.processed", "payout", payout()));
  assert.notEqual(other?.factId, one.factId);
});

test("an event of an unknown kind that carries a payout is read like the others", () => {
  const reversed = payout({ status: "reversed", ...details("beneficiary_bank_offline") });
  for (const event of ["payout.returned_late", "account.changed"]) {
    const [one] = news(webhook(event, "payout", reversed));
    assert.ok(one?.kind === "payment" && one.outcome.kind === "returned", event);
  }
  const empty = readCallback(CONNECTION, webhook("payout.returned_late", "other", {}));
  assert.deepEqual(empty, { fault: "unreadable", detail: "no payout" });
});

test("what is not about our payments and our account tells nothing, and is not refused", () => {
  const transfer = {
    entity: "bank_transfer",
    bank_reference: "AXIR000000000001",
    payer_name: "Saurav Kumar",
  };
  const arrived = {
    id: "txn_00000000000001",
    entity: "transaction",
    account_number: CONNECTION.debitAccount,
    currency: "INR",
    credit: 10_000_000,
    debit: 0,
    source: transfer,
  };
  const [credit] = news(webhook("transaction.created", "transaction", arrived));
  assert.ok(credit?.kind === "credit" && credit.utr === "AXIR000000000001");
  assert.equal(credit.amountPaise, 1_00_000_00n);
  const debit = { ...arrived, credit: 0, debit: 218, source: { entity: "payout" } };
  for (const callback of [
    webhook("transaction.created", "transaction", debit),
    webhook("transaction.created", "transaction", { ...arrived, account_number: "1121431121541121" }),
    webhook("payout.processed", "payout", payout({ reference_id: null })),
    webhook("payout.downtime.started", "payout.downtime", { entity: "payout.downtime" }),
    webhook("payout_link.paid", "payout_link", {}),
  ]) {
    assert.deepEqual(news(callback), []);
  }
  const unreadable = readCallback(CONNECTION, webhook("payout.processed", "payout", payout({ amount: 1.5 })));
  assert.deepEqual(unreadable, { fault: "unreadable", detail: "no amount" });
});

test("a credit is read from the transaction that was asked for, and an ID that is none is not asked for", () => {
  const transaction = {
    id: "txn_00000000000002",
    entity: "transaction",
    account_number: CONNECTION.debitAccount,
    amount: 1_000_000,
    currency: "INR",
    credit: 1_000_000,
    debit: 0,
    balance: 9_000_000,
    source: {
      id: "bt_00000000000001",
      entity: "bank_transfer",
      payer_name: "Saurav Kumar",
      payer_account: "6543266545411243",
      payer_ifsc: "UTIB0000002",
      mode: "NEFT",
      bank_reference: "AXIR000000000001",
      amount: 1_000_000,
    },
    created_at: 1_545_224_066,
  };
  assert.equal(writeCreditEnquiry(CONNECTION, transaction.id).path, "/transactions/txn_00000000000002");
  const found = readCreditEnquiry(answer(200, transaction), CONNECTION);
  assert.deepEqual(found, {
    kind: "credit",
    utr: "AXIR000000000001",
    amountPaise: 1_000_000n,
    account: CONNECTION.debitAccount,
    from: { name: "Saurav Kumar", accountNumber: "6543266545411243", ifsc: "UTIB0000002" },
    factId: "txn_00000000000002",
    at: new Date("2018-12-19T12:54:26Z"),
  });
  const debit = { ...transaction, credit: 0, debit: 1_000_000, source: { entity: "payout" } };
  for (const told of [answer(400, transaction), answer(200, debit), answer(200, { items: [transaction] })])
    assert.equal(readCreditEnquiry(told, CONNECTION), null, told.body);
  for (const id of ["", "../payouts", "txn 1", "txn_1?a=b"]) {
    const event = webhook("transaction.created", "transaction", { ...transaction, id });
    assert.deepEqual(readCallback(CONNECTION, event), { fault: "unreadable", detail: "no id" }, id);
  }
});

test("a webhook that says one thing twice is not read", () => {
  const { rawBody } = webhook("payout.processed", "payout", payout());
  const twice = String(rawBody).replace('"status":', '"status":"reversed","status":');
  assert.deepEqual(readCallback(CONNECTION, signed(twice)), {
    fault: "unreadable",
    detail: "no sound JSON object",
  });
});
