import type { Status } from "./machine.ts";
import type { Transfer } from "./transfer.ts";

/** Statuses in which fee and tax go back to the merchant. */
const UNCHARGED: ReadonlySet<Status> = new Set(["failed", "rejected", "cancelled", "reversed"]);

/** True if a transfer costs its fee and tax, or will once it is paid. One that was paid late does. */
export const isCharged = ({ status, reason }: Pick<Transfer, "status" | "reason">): boolean =>
  !UNCHARGED.has(status) || reason === "PAID_AFTER_FAILURE";
