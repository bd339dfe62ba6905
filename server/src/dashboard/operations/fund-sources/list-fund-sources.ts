import Type from "typebox";
import { coversSource } from "#access";
import { memberOperation } from "#dashboard/operation";
import { at } from "#dashboard/schemas";
import { fundSource } from "./schemas.ts";
import { showFundSources } from "./show-fund-sources.ts";

export const listFundSources = memberOperation({
  name: "listFundSources",
  method: "GET",
  path: "/merchants/{merchantId}/fund-sources",
  tag: "Fund sources",
  summary: "List fund sources with their balances, all as of the same moment",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(fundSource), asOf: at }),
  handle: ({ ctx, merchantId, fundSourceIds }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const sources = await showFundSources(ctx, tx);
      return { items: sources.filter((one) => coversSource(fundSourceIds, one.fundSourceId)), asOf: tx.now };
    }),
});
