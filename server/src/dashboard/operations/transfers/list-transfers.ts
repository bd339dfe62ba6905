import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { oneOf, withDefault } from "#http";
import { CALENDARS } from "#rails";
import { searchTransfers } from "#transfers";
import { filterFields, readFilter, within } from "./transfer-filter.ts";
import { describeTransfer, transferRow } from "./transfer-row.ts";

const place = Type.Object({
  referenceId: Type.String({ pattern: "^[0-9]{1,18}$" }),
  amountPaise: Type.String({ pattern: "^[0-9]{1,18}$" }),
});

export const listTransfers = memberOperation({
  name: "listTransfers",
  method: "GET",
  path: "/merchants/{merchantId}/transfers",
  tag: "Transfers",
  summary: "List transfers that match a filter",
  description:
    "`q` is a complete transfer ID, reference ID or UTR. If no transfer has it: part of a payee's name or ID, a " +
    "complete UPI ID, phone number or e-mail address, or an account number, which is compared by its " +
    "last four digits unless the member may reveal account numbers.",
  permission: "access_transfers",
  query: {
    ...filterFields,
    order: withDefault(oneOf(["newest", "oldest", "largest", "smallest"]), "newest"),
    ...pageFields(place),
  },
  output: listOfItems(transferRow),
  handle: async ({ ctx, merchantId, fundSourceIds, mayReveal, input }) => {
    const { order, limit, cursor } = input;
    const after = cursor && {
      referenceId: BigInt(cursor.referenceId),
      amountPaise: BigInt(cursor.amountPaise),
    };
    const found = await ctx.db.inMerchant(merchantId, (tx) =>
      searchTransfers(tx, {
        filter: within(readFilter(input, { mayReveal }), fundSourceIds),
        order,
        after,
        limit: limit + 1,
      }),
    );
    const calendar = CALENDARS[ctx.config.railCalendar];
    return pageOf(found, limit, {
      item: (one) => describeTransfer(one, calendar),
      place: ({ transfer: { referenceId, amountPaise } }) => ({
        referenceId: String(referenceId),
        amountPaise: String(amountPaise),
      }),
    });
  },
});
