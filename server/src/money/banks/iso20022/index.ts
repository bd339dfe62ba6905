/**
 * The protocol ISO 20022: we send pain.001; the bank sends pain.002, camt.052, camt.053 and camt.054, by HTTP or as
 * files. The capabilities of each bank are as agreed with it and proven by the contract tests.
 */
import type { Capabilities, Protocol } from "#banks";
import { readCallback, readEnquiry, readFile, readPayments, readStatementAnswer } from "./read-answers.ts";
import { readTest, writeTest } from "./test-connection.ts";
import { INITIATED_RAILS, writeEnquiry, writePayments, writeStatement } from "./write-requests.ts";

export const iso20022: Protocol = {
  name: "iso20022",
  takesBanks: true,
  capabilities: isoBank,
  timeoutMs: (purpose) => (purpose === "enquiry" ? TIMEOUTS_MS.enquiry : TIMEOUTS_MS.payment),
  together: {
    limit: 500,
    // The status of 500 payments has about 400 kB.
    bytesMax: 4 * 1_024 * 1_024,
    write: writePayments,
    read: readPayments,
  },
  writeEnquiry,
  readEnquiry,
  writeTest,
  readTest,
  readCallback,
  readFile,
  writeStatement,
  readStatement: readStatementAnswer,
};

const SECOND_MS = 1_000;

/** The time-outs for an answer, including the connection. */
const TIMEOUTS_MS = { payment: 30 * SECOND_MS, enquiry: 10 * SECOND_MS } as const;

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
function isoBank(bankId: string): Capabilities | undefined {
  return Object.hasOwn(BANKS, bankId) ? BANKS[bankId] : undefined;
}
