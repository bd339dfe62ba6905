import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { showUpstreams, upstream } from "./show-upstreams.ts";

export const listUpstreams = memberOperation({
  name: "listUpstreams",
  method: "GET",
  path: "/merchants/{merchantId}/upstreams",
  tag: "Fund sources",
  summary: "Services that a live merchant can pay through with keys of its own, and which are connected",
  permission: "manage_fund_sources",
  output: Type.Object({ items: Type.Array(upstream) }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => ({ items: await showUpstreams(ctx, tx) })),
});
