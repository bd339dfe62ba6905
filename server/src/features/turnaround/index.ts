/** Payments that neither arrived nor came back in time: their delays, what the banks owe, and letters that claim it. */
export { writeClaimLetter } from "./claim-letter.ts";

export { listOverdue, type Overdue, type OverdueCredit } from "./list-overdue.ts";
export { ageOf, AGES, sumAgeing, type Age, type BankAgeing } from "./sum-ageing.ts";
