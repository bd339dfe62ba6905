// The moves of a transfer from one public status to another. Tables and the state diagram are drawn from this.
import { machine, publicStatus } from "./from-the-engine.ts";
import type { Status } from "./from-the-engine.ts";

/** The reasons for the moves that a caller can see. */
const reasonsToMove: Record<string, string> = {
  "RECEIVED > APPROVAL_PENDING": "requires approval",
  "RECEIVED > QUEUED": "waits for its scheduled time, funds, banking hours or a working bank",
  "RECEIVED > PENDING": "checks passed, funds held",
  "RECEIVED > REJECTED": "risk, block list or limits",
  "RECEIVED > FAILED": "balance too low, and queuing is off",
  "APPROVAL_PENDING > QUEUED": "approved, but has to wait",
  "APPROVAL_PENDING > PENDING": "approved",
  "APPROVAL_PENDING > FAILED": "approved, but the balance is too low and queuing is off",
  "APPROVAL_PENDING > REJECTED": "rejected, expired or cancelled",
  "QUEUED > APPROVAL_PENDING": "the member who ordered it may no longer pay, and no other person approved it",
  "QUEUED > PENDING": "the wait is over",
  "QUEUED > FAILED":
    "waited too long for funds or a bank, balance too low at its scheduled time, or payee blocked in the meantime",
  "QUEUED > REJECTED": "cancelled",
  "PENDING > QUEUED": "no bank has it, and the rail closed or the banks are down",
  "PENDING > APPROVAL_PENDING":
    "no bank has it, the member who ordered it may no longer pay, and no other person approved it",
  "PENDING > FAILED":
    "the bank declined, no bank could be reached in time, or the payee was blocked before it was sent",
  "PENDING > REJECTED": "cancelled before it was sent, or (asynchronous) wrong details",
  "PENDING > SUCCESS": "the bank debited your fund source",
  "SUCCESS > REVERSED": "the payee's bank returned the money",
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
