import type { Status } from "./machine.ts";
import type { Transfer } from "./transfer.ts";

/** Ends with which fee and tax are the merchant's again. */
const UNCHARGED: ReadonlySet<Status> = new Set(["failed", "rejected", "cancelled", "reversed"]);

/** Whether a transfer costs its fee and tax, or will when it is paid; so does one that failed and was paid late. */
export const isCharged = ({ status, reason }: Pick<Transfer, "status" | "reason">): boolean =>
  !UNCHARGED.has(status) || reason === "PAID_AFTER_FAILURE";
