/** The capabilities of Cashfree Payouts (v2), as far as we use them. */
import type { Capabilities } from "#banks";
import type { Rail } from "#rails";

/**
 * The sources of this folder's facts; its files refer to them by these words.
 *
 * - `sdk`: github.com/cashfree/cashfree-payout-sdk-nodejs, api.ts at d3e08af (from the OpenAPI of 2024-01-01).
 * - `skill`: github.com/cashfree/agent-skills, src/templates/payouts.md and payouts-reference.md at 21b01de.
 * - `docs`: pages of cashfree.com/docs as stored in 2026: api-reference/payouts/v2/..., payouts/make-payouts/lifecycle,
 *   and the list of reasons in docs.cashfree.com/reference/get-transfer-status-v1-2, which v2 gives as status codes.
 */
export const API_VERSION = "2024-01-01";

const SECOND_MS = 1_000;
const PAY_TIMEOUT_MS = 30 * SECOND_MS;
const ENQUIRY_TIMEOUT_MS = 10 * SECOND_MS;

/** sdk, CreateTransferRequestTransferModeEnum. Cards need the service's own token vault and are left out. */
export const MODES: Readonly<Partial<Record<Rail, string>>> = {
  imps: "imps",
  neft: "neft",
  rtgs: "rtgs",
  upi: "upi",
  paytm: "paytm",
  amazonpay: "amazonpay",
};

/** A `transfer_id` that was used before is refused with 409 (skill, "Error Handling"), so it is never paid twice. */
export const CAPABILITIES: Capabilities = {
  rails: Object.keys(MODES) as Rail[],
  idempotentByReference: true,
  canVoid: false,
  callbacks: true,
  verifies: [],
  timeoutMs: PAY_TIMEOUT_MS,
};

/** The time-out for an answer; the documentation does not set one. */
export function timeoutMs(purpose: Rail | "enquiry" | "verification"): number {
  return purpose === "enquiry" ? ENQUIRY_TIMEOUT_MS : PAY_TIMEOUT_MS;
}
