// What each public status means: where the money is and what to do. Tables and the state diagram are drawn from this.
import { machine, publicStatus } from "./from-the-engine.ts";
import type { Status } from "./from-the-engine.ts";

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
    money:
      "Still with you. Amount and fee are held while it waits for its rail's hours or for a bank, and nothing while it waits for money or for its own time",
    next: "Low balance: add funds before the queuing time ends. Its own time, a closed window, a bank that is down: it goes on by itself.",
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
    next: "Read the reason. No bank has seen it. A cancelled transfer is shown as rejected too.",
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

/** When a move takes place that a caller can see. */
const reasonsToMove: Record<string, string> = {
  "RECEIVED > APPROVAL_PENDING": "somebody must agree first",
  "RECEIVED > QUEUED": "it waits for its time, for money, for its rail's hours or a working bank",
  "RECEIVED > PENDING": "checks passed, funds held",
  "RECEIVED > REJECTED": "risk, limits, no money, or wrong details",
  "APPROVAL_PENDING > QUEUED": "approved, and must wait",
  "APPROVAL_PENDING > PENDING": "approved",
  "APPROVAL_PENDING > REJECTED": "rejected, expired or cancelled",
  "QUEUED > PENDING": "what it waited for is there",
  "QUEUED > FAILED": "queuing time over",
  "QUEUED > REJECTED": "cancelled",
  "PENDING > QUEUED": "not sent yet, and its rail closed or its bank went down",
  "PENDING > FAILED": "the bank said no",
  "PENDING > REJECTED": "cancelled before it was sent",
  "PENDING > SUCCESS": "the bank debited",
  "SUCCESS > REVERSED": "payee's bank returned it",
};

export interface Move {
  from: string;
  to: string;
  label: string;
}

/** Every move between two different public statuses, from the engine's own machine. */
export const moves: Move[] = (Object.keys(machine) as Status[])
  .flatMap((from) => machine[from].map((to) => ({ from: publicStatus[from], to: publicStatus[to] })))
  .filter(({ from, to }, at, all) => {
    const first = all.findIndex((other) => other.from === from && other.to === to);
    return from !== to && first === at;
  })
  .map(({ from, to }) => ({ from, to, label: reasonsToMove[`${from} > ${to}`] ?? "" }));
