// Explains each public status: where the money is, and what to do. The tables of the documentation and the badges of
// the dashboard use this.
import { promised } from "./promised.ts";

export type Tone = "neu" | "info" | "warn" | "ok" | "bad" | "rev";

interface StatusFact {
  id: string;
  status: string;
  badge: string;
  tone: Tone;
  money: string;
  next: string;
  final: boolean;
}

export const statuses: StatusFact[] = [
  {
    id: "received",
    status: "RECEIVED",
    badge: "Accepted",
    tone: "neu",
    final: false,
    money: "Still with you",
    next: "Nothing. The request is stored and continues automatically.",
  },
  {
    id: "approval-pending",
    status: "APPROVAL_PENDING",
    badge: "Needs approval",
    tone: "info",
    final: false,
    money: "Still with you",
    next: "An approver approves or rejects it.",
  },
  {
    id: "queued",
    status: "QUEUED",
    badge: "Queued",
    tone: "warn",
    final: false,
    money:
      "Still with you. The amount and fee are held while it waits for banking hours or for a bank; nothing is held while it waits for funds or its scheduled time",
    next: "Low balance: add funds before the queuing time ends. In all other cases it continues automatically.",
  },
  {
    id: "pending",
    status: "PENDING",
    badge: "With the bank",
    tone: "info",
    final: false,
    money: "Held in your fund source, or debited and not yet confirmed",
    next: "Do not send it again. Vitaran polls the bank; if the outcome stays unknown, it is reconciled by hand.",
  },
  {
    id: "success-0",
    status: "SUCCESS, acknowledged 0",
    badge: "Sent to payee's bank",
    tone: "info",
    final: false,
    money: "With the beneficiary's bank",
    next: "Wait for the credit confirmation. The UTR is available.",
  },
  {
    id: "success-1",
    status: "SUCCESS, acknowledged 1",
    badge: "Credited",
    tone: "ok",
    final: false,
    money: "With the beneficiary",
    next: "Nothing. Keep the UTR as proof.",
  },
  {
    id: "failed",
    status: "FAILED",
    badge: "Failed",
    tone: "bad",
    final: true,
    money: `Not debited, or returned within ${promised.failedReturn}`,
    next: "Read the reason and fix its cause. Check that it is still failed before you pay again with a new transfer ID.",
  },
  {
    id: "rejected",
    status: "REJECTED",
    badge: "Rejected",
    tone: "bad",
    final: true,
    money: "Still with you",
    next: "Read the reason. Nothing was paid. A cancelled transfer is shown as rejected too.",
  },
  {
    id: "reversed",
    status: "REVERSED",
    badge: "Reversed",
    tone: "rev",
    final: true,
    money: "Returned to your fund source",
    next: "Correct the beneficiary's details and pay again with a new transfer ID.",
  },
];

/** Members see these statuses separately; the API has one word for several of them. */
export const finerStatuses: StatusFact[] = [
  {
    id: "sending",
    status: "PENDING",
    badge: "Sending",
    tone: "neu",
    final: false,
    money: "Held in your fund source",
    next: "Nothing. It is about to be sent to the bank.",
  },
  {
    id: "review",
    status: "PENDING",
    badge: "Under review",
    tone: "warn",
    final: false,
    money: "Debited or still held, not confirmed",
    next: "Do not send it again. The bank did not respond in time, so it is reconciled with the bank statement.",
  },
  {
    id: "cancelled",
    status: "REJECTED",
    badge: "Cancelled",
    tone: "neu",
    final: true,
    money: "Still with you",
    next: "Nothing. It was cancelled before it was sent.",
  },
  {
    id: "paid-late",
    status: "FAILED",
    badge: "Failed, paid late",
    tone: "warn",
    final: true,
    money: "With the payee: the bank reported a failure first, and debited your fund source later",
    next: "Do not send it again. Request a recall if it should no longer have been paid.",
  },
];
