/** The proof of the ledger: every invariant of money as a query that must find nothing. */
export type { Check } from "./check.ts";
export { CHECKS } from "./checks.ts";
export { verifyLedger, type Checked, type ProofProgress, type LedgerVerification } from "./verify-ledger.ts";
