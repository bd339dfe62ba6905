import type { Status } from "./machine.ts";

/** Ends with which fee and tax are the merchant's again. */
const UNCHARGED: ReadonlySet<Status> = new Set(["failed", "rejected", "cancelled", "reversed"]);

/** Whether a transfer costs its fee and tax, or will when it is paid. */
export const isCharged = (status: Status): boolean => !UNCHARGED.has(status);
