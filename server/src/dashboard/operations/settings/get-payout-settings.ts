import { memberOperation } from "#dashboard/operation";
import { payoutSettings, readPayoutSettings } from "./payout-settings.ts";

/** What holds for all payouts of the merchant. */
export const getPayoutSettings = memberOperation({
  name: "getPayoutSettings",
  method: "GET",
  path: "/merchants/{merchantId}/payout-settings",
  tag: "Settings",
  summary: "Read what holds for all payouts",
  output: payoutSettings,
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, readPayoutSettings),
});
