import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listOf, object, text, whole } from "#http";
import { setShares as writeShares } from "#fund-sources";
import { fundSource } from "./schemas.ts";
import { showFundSources } from "./show-fund-sources.ts";

export const setShares = memberOperation({
  name: "setShares",
  method: "PUT",
  path: "/merchants/{merchantId}/shares",
  tag: "Fund sources",
  summary: "Set each fund source's share of the transfers that name none; without shares the wallet pays",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    shares: listOf(object({ fundSourceId: text({ max: 40 }), percent: whole({ min: 0, max: 100 }) }), {
      max: 100,
    }),
  },
  output: Type.Object({ items: Type.Array(fundSource) }),
  refusals: {
    share_invalid: { status: 422, message: "A share is a whole percent, named once for a fund source." },
    shares_not_whole: {
      status: 422,
      message: "The shares add up to {totalPercent}%; they must add up to exactly 100%.",
    },
    not_found: { status: 422, message: "There is no active fund source {fundSourceId}." },
  },
  handle: async ({ ctx, merchantId, by, input: { shares } }) => {
    await writeShares(ctx, merchantId, { shares, by });
    return { items: await ctx.db.inMerchant(merchantId, (tx) => showFundSources(ctx, tx)) };
  },
});
