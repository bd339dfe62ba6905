/** What RazorpayX Payouts can do for us. */
import type { Capabilities } from "#banks";
import type { Rail } from "#rails";

/** Read at https://github.com/razorpay/markdown-docs, commit ab3bda5 of 9 April 2026; paths below are in it. */
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
 * A key that is sent again is not paid again for seven days (errors/x.md, "Handling 5XX Errors"); nothing of ours
 * is sent again after 72 hours. Only queued payouts can be cancelled, by their id, which is no void. Transactions are
 * read as statements of the day so far: the list does not say when a day is whole.
 */
export const CAPABILITIES: Capabilities = {
  rails: Object.keys(MODES) as Rail[],
  idempotentByReference: true,
  canVoid: false,
  callbacks: true,
  // All calls "within a range of 5-10 transactions per sec" (x/payouts/best-practices.md): two are left for questions.
  paymentsPerSecond: 8,
  verifies: [],
  statements: ["intraday"],
  timeoutMs: PAY_TIMEOUT_MS,
};

/** How long an answer is waited for; the documentation sets no time of its own. */
export function timeoutMs(purpose: Rail | "enquiry" | "verification"): number {
  return purpose === "enquiry" ? ENQUIRY_TIMEOUT_MS : PAY_TIMEOUT_MS;
}
