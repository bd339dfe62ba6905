import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listOverdraftRequests as readRequests } from "#fund-sources";
import { overdraftRequest } from "./schemas.ts";
import { showOverdraftRequest } from "./show-overdraft-request.ts";

export const listOverdraftRequests = memberOperation({
  name: "listOverdraftRequests",
  method: "GET",
  path: "/merchants/{merchantId}/overdraft-requests",
  tag: "Fund sources",
  summary: "The latest requests for overdraft limits and what became of them",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(overdraftRequest) }),
  handle: async ({ ctx, merchantId }) => {
    const requests = await ctx.db.inMerchant(merchantId, readRequests);
    return { items: requests.map(showOverdraftRequest) };
  },
});
