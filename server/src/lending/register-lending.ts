import { followTransfers } from "#transfers";
import { followLoans } from "./follow-loans.ts";

/** Lets lending hear what becomes of loans' transfers. Called once at the start of a process. */
export function registerLending(): void {
  followTransfers("loan", followLoans);
}
