/** Payments that neither arrived nor came back in time: their delays, what the banks owe, and letters that claim it. */
export { writeClaimLetter, type ClaimLetter } from "./claim-letter.ts";
export { TurnaroundError } from "./errors.ts";
export { listOverdue, type Overdue, type OverdueCredit, type Standing } from "./list-overdue.ts";
export { ageOf, AGES, sumAgeing, type Age, type AgeSum, type BankAgeing } from "./sum-ageing.ts";
