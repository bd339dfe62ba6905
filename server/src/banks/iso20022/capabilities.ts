/** The capabilities of each bank of this protocol, as agreed with it and proven by the contract tests. */
import type { Capabilities } from "#banks";
import { INITIATED_RAILS } from "./write-initiation.ts";

const SECOND_MS = 1_000;

/** The time-outs for an answer, including the connection. */
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

/** Returns the bank with this ID; undefined if we do not use ISO 20022 with it. */
export function isoBank(bankId: string): Capabilities | undefined {
  return Object.hasOwn(BANKS, bankId) ? BANKS[bankId] : undefined;
}
