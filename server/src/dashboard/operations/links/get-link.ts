import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { describeLink } from "#links";
import { linkWithAddress, noLink, showLink } from "./schemas.ts";

export const getLink = memberOperation({
  name: "getLink",
  method: "GET",
  path: "/merchants/{merchantId}/links/{linkId}",
  tag: "Payout links",
  summary: "One payout link with the address that its payee opens",
  permission: "initiate_quick_transfer",
  pathFields: { linkId: text({ max: 35 }) },
  output: linkWithAddress,
  refusals: noLink,
  handle: async ({ ctx, merchantId, input: { linkId } }) => {
    const { link, address } = await describeLink(ctx, merchantId, linkId);
    return { ...showLink(link), address };
  },
});
