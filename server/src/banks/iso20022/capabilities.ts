/** What each bank of this protocol can do, as agreed with it and proven by the contract tests. */
import type { Capabilities } from "#banks";
import { INITIATED_RAILS } from "./write-initiation.ts";

const SECOND_MS = 1_000;

/** How long an answer is waited for, connecting included. */
export const TIMEOUTS_MS = { payment: 30 * SECOND_MS, enquiry: 10 * SECOND_MS } as const;

const BANKS: Readonly<Record<string, Capabilities>> = {
  varuna: {
    rails: INITIATED_RAILS,
    idempotentByReference: true,
    canVoid: false,
    callbacks: true,
    verifies: [],
    statements: ["intraday", "end_of_day"],
    timeoutMs: TIMEOUTS_MS.payment,
  },
};

/** The bank by its id; undefined for one that does not speak ISO 20022 with us. */
export function isoBank(bankId: string): Capabilities | undefined {
  return Object.hasOwn(BANKS, bankId) ? BANKS[bankId] : undefined;
}
