import Type from "typebox";
import { findPayeeIds, readPayees } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { searchTerm } from "#http";
import { CALENDARS } from "#rails";
import { searchTransfers } from "#transfers";
import { describePayee, describeTransfer, payeeSchema, transferRow } from "./transfer-row.ts";

const FOUND_MAX = 8;

/** For the palette: a few of what a text can mean, the surest first. */
export const searchEverything = memberOperation({
  name: "searchEverything",
  method: "GET",
  path: "/merchants/{merchantId}/search",
  tag: "Transfers",
  summary: "Find transfers and beneficiaries by any of their names",
  permission: "access_transfers",
  query: { q: searchTerm({ max: 100 }) },
  output: Type.Object({ transfers: Type.Array(transferRow), beneficiaries: Type.Array(payeeSchema) }),
  handle: async ({ ctx, merchantId, mayReveal, input: { q } }) => {
    const calendar = CALENDARS[ctx.config.railCalendar];
    const { transfers, payees } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      transfers: await searchTransfers(tx, { filter: { text: q, mayReveal }, limit: FOUND_MAX }),
      payees: await readPayees(tx, {
        beneficiaryIds: await findPayeeIds(tx, { text: q, mayReveal, limit: 50 }),
      }),
    }));
    const listed = payees.filter(({ beneId, removedAt }) => beneId !== null && removedAt === null);
    return {
      transfers: transfers.map((one) => describeTransfer(one, calendar)),
      beneficiaries: listed.slice(0, FOUND_MAX).map((one) => describePayee(one)),
    };
  },
});
