/** Services that a business can sign up for: where they are, and what their keys look like. */

export type UpstreamEnvironment = "test" | "live";

export interface Upstream {
  /** Also the name of its adapter, and the bank's id in every connection to it. */
  readonly id: string;
  readonly name: string;
  readonly baseUrls: Readonly<Record<UpstreamEnvironment, string>>;
  /** How its key ids begin; null where the service does not say. */
  readonly keyIdStart: Readonly<Record<UpstreamEnvironment, string>> | null;
}

/**
 * RazorpayX: api/x.md and x/quickstart.md of razorpay/markdown-docs at ab3bda5; its test mode has the same address.
 * Cashfree: Configuration of cashfree/cashfree-payout-sdk-nodejs at d3e08af.
 */
export const UPSTREAMS: readonly Upstream[] = [
  {
    id: "razorpayx",
    name: "RazorpayX",
    baseUrls: { test: "https://api.razorpay.com/v1", live: "https://api.razorpay.com/v1" },
    keyIdStart: { test: "rzp_test_", live: "rzp_live_" },
  },
  {
    id: "cashfree",
    name: "Cashfree Payouts",
    baseUrls: { test: "https://sandbox.cashfree.com/payout", live: "https://api.cashfree.com/payout" },
    keyIdStart: null,
  },
];
