import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listOf, oneOf, optional, searchTerm } from "#http";
import { listLinks as readLinks } from "#links";
import { link, LINK_STATES, showLink } from "./schemas.ts";

export const listLinks = memberOperation({
  name: "listLinks",
  method: "GET",
  path: "/merchants/{merchantId}/links",
  tag: "Payout links",
  summary: "Payout links, newest first",
  permission: "access_transfers",
  query: {
    search: optional(searchTerm({ max: 100 })),
    statuses: optional(listOf(oneOf(LINK_STATES), { min: 1, max: LINK_STATES.length })),
    ...pageFields(Type.Integer()),
  },
  output: listOfItems(link),
  handle: ({ ctx, merchantId, input: { search, statuses, cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const beforeReferenceId = cursor === undefined ? undefined : BigInt(cursor);
      const rows = await readLinks(tx, { search, statuses, beforeReferenceId, limit: limit + 1 });
      return pageOf(rows, limit, { item: showLink, place: ({ referenceId }) => Number(referenceId) });
    }),
});
