/**
 * The invariants of money as SQL: each query finds what contradicts one of them, so a sound ledger returns no rows.
 *
 * The queries read every table as it is and trust no code. They run after every fault test, and on a live system with
 * `npm run verify-ledger`.
 */
import { CHECKS_OF_APPROVALS } from "./checks-of-approvals.ts";
import { CHECKS_OF_BATCHES } from "./checks-of-batches.ts";
import { CHECKS_OF_BOOKS } from "./checks-of-books.ts";
import { CHECKS_OF_FEES } from "./checks-of-fees.ts";
import { CHECKS_OF_FUND_SOURCES } from "./checks-of-fund-sources.ts";
import { CHECKS_OF_LENDING } from "./checks-of-lending.ts";
import { CHECKS_OF_RECONCILIATION } from "./checks-of-reconciliation.ts";
import { CHECKS_OF_TRANSFERS } from "./checks-of-transfers.ts";
import { CHECKS_OF_VERIFICATIONS } from "./checks-of-verifications.ts";

/** One invariant of money, as a query that must find nothing. */
export interface Check {
  /** A short name that reports and runbooks refer to. */
  readonly name: string;
  /** The statement that must hold. */
  readonly says: string;
  /** Selects merchant_id, subject and detail of each contradiction. */
  readonly sql: string;
}

export const CHECKS: readonly Check[] = [
  ...CHECKS_OF_BOOKS,
  ...CHECKS_OF_FUND_SOURCES,
  ...CHECKS_OF_TRANSFERS,
  ...CHECKS_OF_FEES,
  ...CHECKS_OF_VERIFICATIONS,
  ...CHECKS_OF_BATCHES,
  ...CHECKS_OF_LENDING,
  ...CHECKS_OF_APPROVALS,
  ...CHECKS_OF_RECONCILIATION,
];
