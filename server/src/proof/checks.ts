/**
 * The invariants of money as SQL: each query finds what contradicts one of them, so a sound ledger answers nothing.
 *
 * They read every table as it is and trust no code. They run after every fault test, and on a live system by
 * `npm run verify-ledger`.
 */
import type { Check } from "./check.ts";
import { CHECKS_OF_BOOKS } from "./checks-of-books.ts";
import { CHECKS_OF_TRANSFERS } from "./checks-of-transfers.ts";

export const CHECKS: readonly Check[] = [...CHECKS_OF_BOOKS, ...CHECKS_OF_TRANSFERS];
