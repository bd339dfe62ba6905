/**
 * The protocol ISO 20022: we send pain.001; the bank sends pain.002, camt.052, camt.053 and camt.054, by HTTP or as
 * files.
 */
import type { Protocol } from "#banks";
import { isoBank, TIMEOUTS_MS } from "./capabilities.ts";
import { readCallback, readEnquiry, readPayments, readStatementAnswer } from "./read-answers.ts";
import { readFile } from "./read-file.ts";
import { writeEnquiry, writePayments, writeStatement } from "./write-requests.ts";

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
  readCallback,
  readFile,
  writeStatement,
  readStatement: readStatementAnswer,
};
