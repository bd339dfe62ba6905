/** Payments that neither arrived nor came back in time: how late they are, what their banks owe, letters for it. */
export { writeClaimLetter, type ClaimLetter } from "./claim-letter.ts";
export { TurnaroundError } from "./errors.ts";
export { listOverdue, type Overdue, type OverdueCredit, type Standing } from "./list-overdue.ts";
export { ageOf, AGES, sumAgeing, type Age, type AgeSum, type BankAgeing } from "./sum-ageing.ts";
