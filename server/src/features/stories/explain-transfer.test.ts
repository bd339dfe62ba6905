import assert from "node:assert/strict";
import { test } from "node:test";
import { CALENDARS, RAILS, TRANSFER_REASONS } from "#rails";
import { explainTransfer, SENTENCE_CODES, SENTENCES, say, type ExplanationFacts } from "#stories";
import { STATES, TRANSFER_STATES, type Transfer, type TransferState } from "#transfers";

const NOW = new Date("2026-11-18T06:30:00Z");
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

const WAITING = {
  scheduled: "schedule",
  queued_for_funds: "funds",
  queued_for_window: "window",
  queued_for_bank: "downtime",
} as const;

function factsOf(state: TransferState, more: Partial<Transfer> = {}): ExplanationFacts {
  const transfer = {
    merchantId: "m",
    transferId: "01a20240-4a33-71ff-bdd2-0a86753c4fb7",
    transferKey: "order_1",
    referenceId: 10_001n,
    amountPaise: 1_00_000_00n,
    feePaise: 5_00n,
    taxPaise: 90n,
    reservePaise: 0n,
    rail: "imps",
    mode: "imps",
    status: STATES[state],
    waitingFor: state in WAITING ? WAITING[state as keyof typeof WAITING] : null,
    acknowledged: state === "credited",
    utr: null,
    reason: null,
    bankId: "meghdoot",
    attempt: 0,
    processOn: state === "scheduled" ? later(60) : null,
    dueAt: later(10),
    acceptedAt: NOW,
    sentAt: NOW,
    finishedAt: NOW,
    ...more,
  } as Transfer;
  return {
    transfer,
    paidLate: null,
    now: NOW,
    calendar: CALENDARS.working_days,
    fundSourceName: "Wallet",
    spendablePaise: 50_000_00n,
    first: null,
    approval: state === "awaiting_approval" ? { approvers: ["Asha", "Vikram"], expiresAt: later(600) } : null,
    waitingSince: NOW,
    isBlocked: false,
    bankIsStopped: false,
  };
}

const HOLDS: Readonly<Record<TransferState, string>> = {
  awaiting_approval: "you",
  scheduled: "you",
  queued_for_funds: "you",
  queued_for_window: "held",
  queued_for_bank: "held",
  sending: "held",
  with_bank: "bank",
  under_review: "bank",
  sent_to_payee_bank: "payee_bank",
  credited: "payee",
  failed: "you",
  rejected: "you",
  cancelled: "you",
  reversed: "you",
};

for (const state of TRANSFER_STATES) {
  test(`${state} says where the money is, what comes next and what to do, on every rail`, () => {
    for (const rail of RAILS) {
      const { holder, where, next, todo } = explainTransfer(factsOf(state, { rail, utr: "AXIS123" }));
      assert.equal(holder, HOLDS[state]);
      for (const { text } of [where, next, todo]) {
        assert.match(text, /^[A-Z₹].*\.$/, text);
        assert.doesNotMatch(text, /[{}]|undefined|null/, text);
      }
    }
  });
}

test("every reason says what it means and what to do about it", () => {
  for (const reason of TRANSFER_REASONS) {
    for (const state of ["failed", "rejected", "reversed"] as const) {
      const { why, todo } = explainTransfer(factsOf(state, { reason }));
      assert.equal(why?.code, `meaning_${reason}`);
      assert.equal(todo.code, `remedy_${reason}`);
      assert(why.text.length > 10 && todo.text.length > 10);
    }
  }
});

test("what waits behind another transfer says which, what it needs, and what to do", () => {
  const first = {
    transferKey: "large_1",
    referenceId: 9_999n,
    amountPaise: 2_00_000_00n,
    totalPaise: 2_00_005_90n,
  };
  const facts = { ...factsOf("queued_for_funds"), first: { ...first, missingPaise: 1_50_005_90n } };
  const { next, todo } = explainTransfer(facts);
  assert.match(
    next.text,
    /^Transfers are paid in their order, and large_1 is before it: ₹2,00,005\.90, which Wallet/,
  );
  assert.match(todo.text, /^Add ₹1,50,005\.90 to Wallet for large_1, or cancel large_1/);
  const withdrawal = { ...facts, first: { ...facts.first, transferKey: null } };
  assert.match(explainTransfer(withdrawal).next.text, /9999 is before it/);
});

test("what waits for money says how much is missing and when it fails", () => {
  const { next, todo, failsAt } = explainTransfer(factsOf("queued_for_funds"));
  assert.equal(todo.text, "Add ₹50,005.90 to Wallet, or cancel the transfer.");
  assert.equal(
    next.text,
    "It is sent as soon as the balance covers it. Otherwise it fails at 18 Nov 2026, 12:10 IST.",
  );
  assert.deepEqual(failsAt, later(10));
});

test("what waits for approval names who can approve and until when", () => {
  const { next, failsAt } = explainTransfer(factsOf("awaiting_approval"));
  assert.equal(
    next.text,
    "Asha, Vikram can approve it until 18 Nov 2026, 22:00 IST. After that it is rejected.",
  );
  assert.deepEqual(failsAt, later(600));
  const unknown = { ...factsOf("awaiting_approval"), approval: { approvers: [], expiresAt: later(600) } };
  assert.equal(explainTransfer(unknown).next.code, "next_awaiting_approval_unknown");
});

test("an unknown outcome never asks to send again, and says when its bank is asked", () => {
  for (const state of ["with_bank", "under_review"] as const) {
    assert.equal(explainTransfer(factsOf(state)).todo.code, "todo_do_not_resend");
  }
  assert.deepEqual(explainTransfer(factsOf("with_bank")).checkAt, later(10));
  // The transfer was just sent, so its due time is not set yet, and the rail's first enquiry comes next.
  const fresh = explainTransfer(factsOf("with_bank", { dueAt: null })).checkAt!;
  assert(fresh > NOW && fresh <= later(2));
});

test("what was paid after a failure is with the payee, and is not to be sent again", () => {
  const failed = factsOf("failed", { reason: "INVALID_ACCOUNT_FAIL" });
  const { state, holder, where, why, todo } = explainTransfer({
    ...failed,
    paidLate: { bankId: "meghdoot", attempt: 1, utr: null, at: NOW },
  });
  assert.deepEqual(
    [state, holder, why?.code, todo.code],
    ["failed", "payee", "meaning_PAID_AFTER_FAILURE", "todo_paid_late"],
  );
  assert.match(where.text, /^With the payee: .*₹1,00,005\.90 was charged to Wallet\.$/);
});

test("a NEFT payment is expected two hours after its batch, a card's two days after sending", () => {
  const neft = explainTransfer(factsOf("with_bank", { rail: "neft" })).expectedAt!;
  assert.equal(neft.toISOString(), "2026-11-18T09:00:00.000Z");
  const card = explainTransfer(factsOf("with_bank", { rail: "card" })).expectedAt!;
  assert.deepEqual(card, later(48 * 60));
});

test("values are kept for other languages, moments as moments", () => {
  const sentence = say("where_with_bank", { bank: "Meghdoot", sentAt: NOW, source: "Wallet" });
  assert.deepEqual(sentence.values, { bank: "Meghdoot", sentAt: NOW.toISOString(), source: "Wallet" });
  assert.throws(() => say("where_with_bank", { bank: "Meghdoot" }), /lacks/);
});

test("values whose names end in At are moments, and no others are", () => {
  for (const code of SENTENCE_CODES) {
    for (const [, name] of SENTENCES[code].matchAll(/\{(\w+)\}/g)) assert.match(name!, /^[a-z]+(At)?$/);
  }
});
