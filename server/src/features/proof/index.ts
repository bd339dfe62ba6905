/** The proof of the ledger: every invariant of money as a query that must find nothing. */
export { type Check, CHECKS } from "./checks.ts";
export { verifyLedger, type Checked, type ProofProgress, type LedgerVerification } from "./verify-ledger.ts";
