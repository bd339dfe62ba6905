// The messages between the parties of a flow, in order. Sequence diagrams are drawn from these.
import type { Tone } from "./statuses.ts";

export interface FlowStep {
  from: number;
  to: number;
  says: string;
  /** True for a response or a report, which has a dashed line. */
  dashed?: boolean;
  /** The colour of the status that the message reports. */
  tone?: Tone;
}

export interface Flow {
  title: string;
  lanes: string[];
  steps: FlowStep[];
}

export const paymentFlow: Flow = {
  title: "Payment flow: from your request to the credit",
  lanes: ["You", "Vitaran", "Partner bank", "Payee's bank"],
  steps: [
    { from: 0, to: 1, says: "transfer request" },
    { from: 1, to: 1, says: "checks, funds held, route chosen" },
    { from: 1, to: 2, says: "payment instruction" },
    { from: 2, to: 3, says: "IMPS, NEFT, RTGS or UPI" },
    { from: 2, to: 1, says: "debited, UTR", dashed: true },
    { from: 1, to: 0, says: "SUCCESS, acknowledged 0", dashed: true, tone: "info" },
    { from: 3, to: 2, says: "credited", dashed: true },
    { from: 1, to: 0, says: "TRANSFER_ACKNOWLEDGED", dashed: true, tone: "ok" },
  ],
};

export const reversalFlow: Flow = {
  title: "Reversal: the payee's bank returns the money",
  lanes: ["You", "Vitaran", "Partner bank", "Payee's bank"],
  steps: [
    { from: 3, to: 2, says: "return with a reason" },
    { from: 2, to: 1, says: "credit back", dashed: true },
    { from: 1, to: 1, says: "fund source credited" },
    { from: 1, to: 0, says: "TRANSFER_REVERSED", dashed: true, tone: "rev" },
  ],
};

export const approvalFlow: Flow = {
  title: "Approval: two people for one transfer",
  lanes: ["Initiator", "Vitaran", "Approver", "Bank"],
  steps: [
    { from: 0, to: 1, says: "transfer or batch" },
    { from: 1, to: 2, says: "listed for approval" },
    { from: 2, to: 1, says: "approve or reject" },
    { from: 1, to: 3, says: "if approved: pay" },
    { from: 1, to: 0, says: "TRANSFER_APPROVED or REJECTED", dashed: true },
  ],
};

export const queueFlow: Flow = {
  title: "Low balance queue: a transfer waits for funds",
  lanes: ["You", "Vitaran", "Fund source", "Bank"],
  steps: [
    { from: 0, to: 1, says: "transfer above the balance" },
    { from: 1, to: 0, says: "QUEUED", dashed: true, tone: "warn" },
    { from: 0, to: 2, says: "top-up" },
    { from: 1, to: 2, says: "enough funds: hold" },
    { from: 1, to: 3, says: "pay" },
    { from: 1, to: 0, says: "time is up: FAILED", dashed: true, tone: "bad" },
  ],
};

export const lendingFlow: Flow = {
  title: "Co-lending: 10,000 requested, 9,900 disbursed, 100 charge",
  lanes: ["Originator ledger", "Lender ledger", "Intermediate ledger", "Borrower"],
  steps: [
    { from: 0, to: 2, says: "20% of 10,000 = 2,000" },
    { from: 1, to: 2, says: "80% of 10,000 = 8,000" },
    { from: 2, to: 3, says: "disbursal 9,900" },
    { from: 2, to: 0, says: "charge 100, at the end of the day", dashed: true },
  ],
};

export const phoneFlow: Flow = {
  title: "Payout through a phone number",
  lanes: ["You", "Vitaran", "UPI", "Payee's bank"],
  steps: [
    { from: 0, to: 1, says: "phone number, amount" },
    { from: 1, to: 2, says: "look up the VPA" },
    { from: 2, to: 1, says: "VPA and name at the bank", dashed: true },
    { from: 1, to: 1, says: "compare the names" },
    { from: 1, to: 3, says: "pay to the VPA" },
    { from: 1, to: 0, says: "SUCCESS with UTR", dashed: true, tone: "info" },
  ],
};

export const webhookFlow: Flow = {
  title: "Webhook: send, verify, respond",
  lanes: ["Vitaran", "Your endpoint", "Your records"],
  steps: [
    { from: 0, to: 1, says: "POST with signature" },
    { from: 1, to: 1, says: "recompute and compare" },
    { from: 1, to: 2, says: "store once" },
    { from: 1, to: 0, says: "200", dashed: true },
    { from: 0, to: 1, says: "anything but 200: retry later" },
  ],
};

export const flowgramFlow: Flow = {
  title: "Flowgram: a link, a password, one payment",
  lanes: ["You", "Vitaran", "Payee", "Bank"],
  steps: [
    { from: 0, to: 1, says: "amount, name, phone" },
    { from: 1, to: 2, says: "link" },
    { from: 2, to: 1, says: "password from the phone" },
    { from: 2, to: 1, says: "bank account, UPI ID or wallet" },
    { from: 2, to: 1, says: "confirmed" },
    { from: 1, to: 3, says: "pay, once" },
    { from: 1, to: 0, says: "CASHGRAM_REDEEMED", dashed: true, tone: "ok" },
  ],
};
