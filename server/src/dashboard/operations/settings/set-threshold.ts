import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { amount, flag, text } from "#http";
import { setLowBalanceThreshold } from "#fund-sources";

/** The balance below which a fund source counts as low, and whether to notify. */
export const setThreshold = memberOperation({
  name: "setThreshold",
  method: "PUT",
  path: "/merchants/{merchantId}/thresholds/{fundSourceId}",
  tag: "Settings",
  summary: "Set a fund source's low balance threshold",
  permission: "manage_settings",
  pathFields: { fundSourceId: text({ max: 50 }) },
  body: { minimumBalance: amount({ min: 0n }), notify: flag() },
  output: Type.Object({ fundSourceId: Type.String() }),
  refusals: {
    not_found: { status: 404, message: "This fund source does not exist." },
    threshold_invalid: { status: 422, message: "A minimum balance is zero or more." },
  },
  handle: async ({ ctx, merchantId, by, input: { fundSourceId, minimumBalance, notify } }) => {
    const threshold = { fundSourceId, thresholdPaise: minimumBalance, notify, by };
    await setLowBalanceThreshold(ctx, merchantId, threshold);
    return { fundSourceId };
  },
});
