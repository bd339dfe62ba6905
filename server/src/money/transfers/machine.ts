/** The status machine: statuses, public names, and the allowed moves. The database has the same table. */

/** The statuses that can follow each status. Code with a move that is not listed here does not compile. */
export const machine = {
  received: ["awaiting_approval", "waiting", "ready", "sent", "rejected", "failed"],
  awaiting_approval: ["waiting", "ready", "rejected", "failed", "cancelled"],
  waiting: ["ready", "awaiting_approval", "failed", "cancelled"],
  ready: ["sent", "waiting", "awaiting_approval", "failed", "cancelled"],
  sent: ["succeeded", "failed", "rejected", "ready", "review"],
  review: ["succeeded", "failed", "rejected"],
  succeeded: ["reversed"],
  failed: [],
  rejected: [],
  reversed: [],
  cancelled: [],
} as const;

export type Status = keyof typeof machine;
export type Next<From extends Status> = (typeof machine)[From][number];

/** Returns true if nothing will be sent any more. What is paid can still be returned. */
export function isOver(status: Status): boolean {
  return status === "succeeded" || machine[status].length === 0;
}

/** Returns true if the transfer ended unpaid, as far as was known then. A bank may have had it before. */
export function isEndedUnpaid(status: Status): boolean {
  return status === "failed" || status === "cancelled" || status === "rejected";
}

/** The status that the merchant sees. */
export const publicStatus = {
  received: "RECEIVED",
  awaiting_approval: "APPROVAL_PENDING",
  waiting: "QUEUED",
  ready: "PENDING",
  sent: "PENDING",
  review: "PENDING",
  succeeded: "SUCCESS",
  failed: "FAILED",
  rejected: "REJECTED",
  reversed: "REVERSED",
  cancelled: "REJECTED",
} as const satisfies Record<Status, string>;

export type PublicStatus = (typeof publicStatus)[Status];

/** A transfer waits for its scheduled time, for money, for its rail's hours, or for a bank that works. */
export type WaitingFor = "schedule" | "funds" | "window" | "downtime";

/** One move and its reason, appended to the transfer's history. */
export interface Step {
  from: Status;
  to: Status;
  because: string;
}

/** Makes a step. A move that is not allowed does not compile. */
export function move<From extends Status>(from: From, to: Next<From>, because: string): Step {
  return { from, to: to as Status, because };
}
