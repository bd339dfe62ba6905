// How a transfer goes from one public status to another. Tables and the state diagram are drawn from this.
import { machine, publicStatus } from "./from-the-engine.ts";
import type { Status } from "./from-the-engine.ts";

/** When a move takes place that a caller can see. */
const reasonsToMove: Record<string, string> = {
  "RECEIVED > APPROVAL_PENDING": "approval is needed first",
  "RECEIVED > QUEUED": "it waits for its time, for money, for its rail's hours or a working bank",
  "RECEIVED > PENDING": "checks passed, funds held",
  "RECEIVED > REJECTED": "risk, block list or limits",
  "RECEIVED > FAILED": "no money, and queuing is off",
  "APPROVAL_PENDING > QUEUED": "approved, and must wait",
  "APPROVAL_PENDING > PENDING": "approved",
  "APPROVAL_PENDING > FAILED": "approved, but no money, and queuing is off",
  "APPROVAL_PENDING > REJECTED": "rejected, expired or cancelled",
  "QUEUED > PENDING": "what it waited for is there",
  "QUEUED > FAILED": "queuing time over",
  "QUEUED > REJECTED": "cancelled",
  "PENDING > QUEUED": "not sent yet, and its rail closed or its bank went down",
  "PENDING > FAILED": "the bank said no",
  "PENDING > REJECTED": "cancelled before it was sent; asynchronous: wrong details",
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
