/**
 * Cashfree Payouts v2, written from its public documentation (sources in capabilities.ts) and only tested with the
 * counterpart of the bank simulator. It takes one call per payment; enquiries use our reference.
 */
import type { Protocol } from "#banks";
import { CAPABILITIES, timeoutMs } from "./capabilities.ts";
import { readCallback, readEnquiry, readPayment } from "./read-transfer.ts";
import { readTest, writeTest } from "./test-connection.ts";
import { writeEnquiry, writePayment } from "./write-requests.ts";

export const cashfree: Protocol = {
  name: "cashfree",
  capabilities: (bankId) => (bankId === "cashfree" ? CAPABILITIES : undefined),
  timeoutMs,
  writePayment,
  readPayment,
  writeEnquiry,
  readEnquiry,
  writeTest,
  readTest,
  readCallback,
};
