/**
 * RazorpayX Payouts, written from its public documentation (`SOURCE` in capabilities.ts) and only tested with the
 * counterpart of the bank simulator. It takes one call per payment; enquiries use our reference.
 */
import type { Protocol } from "#banks";
import { CAPABILITIES, timeoutMs } from "./capabilities.ts";
import { readEnquiry, readPayment } from "./read-payout.ts";
import { readCallback, readCreditEnquiry } from "./read-callback.ts";
import { readStatement, writeStatement } from "./read-statement.ts";
import { readTest, writeTest } from "./test-connection.ts";
import { writeCreditEnquiry, writeEnquiry, writePayment } from "./write-requests.ts";

export const razorpayX: Protocol = {
  name: "razorpayx",
  capabilities: (bankId) => (bankId === "razorpayx" ? CAPABILITIES : undefined),
  timeoutMs,
  writePayment,
  readPayment,
  writeEnquiry,
  readEnquiry,
  writeTest,
  readTest,
  readCallback,
  writeCreditEnquiry,
  readCreditEnquiry,
  writeStatement,
  readStatement,
};
