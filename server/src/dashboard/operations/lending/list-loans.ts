import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listLoans as readLoans } from "#lending";
import { loan, showLoan } from "./show-loan.ts";

export const listLoans = memberOperation({
  name: "listLoans",
  method: "GET",
  path: "/merchants/{merchantId}/loans",
  tag: "Co-lending",
  summary: "Loans, newest first",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(loan),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { loanId: cursor } };
      const rows = await readLoans(tx, { limit: limit + 1, ...before });
      return pageOf(rows, limit, { item: showLoan, place: ({ loanId }) => loanId });
    }),
});
