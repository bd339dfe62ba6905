import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, rupees } from "#dashboard/schemas";
import { text } from "#http";
import { sumStatement } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { rangeFields, rangeRefusals, readRange } from "./statement-range.ts";

export const getStatementTotals = memberOperation({
  name: "getStatementTotals",
  method: "GET",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement-totals",
  tag: "Fund sources",
  summary: "The totals of a statement: opening, credits, debits, closing",
  permission: "access_transfers",
  pathFields: { fundSourceId: text({ max: 40 }) },
  query: rangeFields,
  output: Type.Object({
    from: at,
    to: at,
    opening: rupees,
    credited: rupees,
    debited: rupees,
    closing: rupees,
  }),
  refusals: { ...rangeRefusals, not_found: { status: 404, message: "This fund source does not exist." } },
  handle: ({ ctx, merchantId, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const range = readRange(input, tx.now);
      const totals = await sumStatement(tx, input.fundSourceId, range);
      return {
        ...range,
        opening: formatRupees(totals.openingPaise),
        credited: formatRupees(totals.creditedPaise),
        debited: formatRupees(totals.debitedPaise),
        closing: formatRupees(totals.closingPaise),
      };
    }),
});
