/** The transfer machine: every status, how it is shown, and where it may go. The database holds the same table. */

/** From each status to the statuses that may follow it. A pair that is not here does not compile. */
export const machine = {
  received: ["awaiting_approval", "waiting", "ready", "rejected", "failed"],
  awaiting_approval: ["waiting", "ready", "rejected", "failed", "cancelled"],
  waiting: ["ready", "failed", "cancelled"],
  ready: ["sent", "waiting", "failed", "cancelled"],
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

/** Whether nothing will be sent any more; what is paid may still come back. */
export function isOver(status: Status): boolean {
  return status === "succeeded" || machine[status].length === 0;
}

/** Whether it went to its end and was not paid, as far as was known then; a bank may have had it before. */
export function isEndedUnpaid(status: Status): boolean {
  return status === "failed" || status === "cancelled" || status === "rejected";
}

/** The word that the merchant sees. */
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

/** What a transfer waits for: its own time, money in its fund source, its rail's hours, or a bank that works. */
export type WaitingFor = "schedule" | "funds" | "window" | "downtime";

/** One move taken and why; appended to the transfer's history. */
export interface Step {
  from: Status;
  to: Status;
  because: string;
}

/** A legal move; an illegal one does not compile. */
export function move<From extends Status>(from: From, to: Next<From>, because: string): Step {
  return { from, to: to as Status, because };
}
