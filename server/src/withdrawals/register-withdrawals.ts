import { followTransfers } from "#transfers";
import { followRefunds } from "./follow-refunds.ts";
import { followWithdrawals } from "./follow-withdrawals.ts";

/** Lets withdrawals and refunds hear what becomes of their transfers. Called once at the start of a process. */
export function registerWithdrawals(): void {
  followTransfers("withdrawal", followWithdrawals);
  followTransfers("refund", followRefunds);
}
