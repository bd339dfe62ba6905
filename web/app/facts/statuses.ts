// What each public status means: where the money is and what to do. Tables and the state diagram are drawn from this.
export type Tone = "neu" | "info" | "warn" | "ok" | "bad" | "rev";

export interface StatusFact {
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
    next: "Nothing. The request is stored and moves on by itself.",
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
    money: "Still with you",
    next: "Low balance: add funds before the queuing time ends. Bank down or window closed: it goes on by itself.",
  },
  {
    id: "pending",
    status: "PENDING",
    badge: "With the bank",
    tone: "info",
    final: false,
    money: "Held in your fund source, or debited and not yet confirmed",
    next: "Do not send it again. The bank is asked for 72 hours, then the transfer is checked by hand.",
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
    money: "Never left you, or is returned within 24 hours",
    next: "Mend the cause and send it again under a new transfer ID.",
  },
  {
    id: "rejected",
    status: "REJECTED",
    badge: "Rejected",
    tone: "bad",
    final: true,
    money: "Still with you",
    next: "Read the reason. It was refused before the bank saw it.",
  },
  {
    id: "reversed",
    status: "REVERSED",
    badge: "Reversed",
    tone: "rev",
    final: true,
    money: "Returned to your fund source",
    next: "Correct the beneficiary's details and send it again.",
  },
];

/** The moves between statuses that a caller can see. */
export const moves: { from: string; to: string; label: string }[] = [
  { from: "RECEIVED", to: "PENDING", label: "checks passed, funds held" },
  { from: "RECEIVED", to: "QUEUED", label: "not enough balance" },
  { from: "RECEIVED", to: "REJECTED", label: "wrong details or risk" },
  { from: "QUEUED", to: "PENDING", label: "funds suffice" },
  { from: "QUEUED", to: "FAILED", label: "queuing time over" },
  { from: "PENDING", to: "SUCCESS", label: "bank debited" },
  { from: "PENDING", to: "FAILED", label: "bank said no" },
  { from: "SUCCESS", to: "REVERSED", label: "payee's bank returned it" },
];
