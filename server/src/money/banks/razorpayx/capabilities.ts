/** The capabilities of RazorpayX Payouts, as far as we use them. */
import type { Capabilities } from "#banks";
import type { Rail } from "#rails";

/** Read at https://github.com/razorpay/markdown-docs, commit ab3bda5 of 9 April 2026; the paths below are in it. */
export const SOURCE = "razorpay/markdown-docs@ab3bda5";

const SECOND_MS = 1_000;
const PAY_TIMEOUT_MS = 30 * SECOND_MS;
const ENQUIRY_TIMEOUT_MS = 10 * SECOND_MS;

/**
 * api/x/payouts/fetch-all.md names the modes. Payouts to cards need an agreement of their own
 * (api/x/payouts-cards.md) and are left out; Paytm is not offered.
 */
export const MODES: Readonly<Partial<Record<Rail, string>>> = {
  imps: "IMPS",
  neft: "NEFT",
  rtgs: "RTGS",
  upi: "UPI",
  amazonpay: "amazonpay",
};

/**
 * A key that is sent again is not paid again for seven days (errors/x.md, "Handling 5XX Errors"); we send nothing again
 * after 72 hours. Only queued payouts can be cancelled, by their ID, so this is not a void. Transactions are read as
 * statements of the day so far, because the list does not say when a day is complete.
 */
export const CAPABILITIES: Capabilities = {
  rails: Object.keys(MODES) as Rail[],
  idempotentByReference: true,
  canVoid: false,
  callbacks: true,
  // The limit is for all calls, "within a range of 5-10 transactions per sec" (x/payouts/best-practices.md): two are
  // left for enquiries.
  paymentsPerSecond: 8,
  verifies: [],
  statements: ["intraday"],
  timeoutMs: PAY_TIMEOUT_MS,
};

/** The time-out for an answer; the documentation does not set one. */
export function timeoutMs(purpose: Rail | "enquiry" | "verification"): number {
  return purpose === "enquiry" ? ENQUIRY_TIMEOUT_MS : PAY_TIMEOUT_MS;
}
