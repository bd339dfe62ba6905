import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { deactivateLink as deactivate, describeLink } from "#links";
import { linkWithAddress, noLink, showLink } from "./schemas.ts";

export const deactivateLink = memberOperation({
  name: "deactivateLink",
  method: "POST",
  path: "/merchants/{merchantId}/links/{linkId}/deactivation",
  tag: "Payout links",
  summary: "End a payout link before it is claimed",
  permission: "initiate_quick_transfer",
  pathFields: { linkId: text({ max: 35 }) },
  output: linkWithAddress,
  refusals: {
    ...noLink,
    ended: { status: 409, message: "This link has ended already." },
    under_way: { status: 409, message: "The payee has claimed it and may be being paid right now." },
  },
  handle: async ({ ctx, merchantId, by, input: { linkId: linkKey } }) => {
    await deactivate(ctx, merchantId, { linkKey, by });
    const { link, address } = await describeLink(ctx, merchantId, linkKey);
    return { ...showLink(link), address };
  },
});
