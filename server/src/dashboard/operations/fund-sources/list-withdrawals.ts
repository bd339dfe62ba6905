import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listWithdrawals as readWithdrawals } from "#withdrawals";
import { withdrawal } from "./schemas.ts";
import { showWithdrawal } from "./show-withdrawal.ts";

export const listWithdrawals = memberOperation({
  name: "listWithdrawals",
  method: "GET",
  path: "/merchants/{merchantId}/withdrawals",
  tag: "Fund sources",
  summary: "Withdrawals, newest first",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(withdrawal),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { withdrawalId: cursor } };
      const rows = await readWithdrawals(tx, { limit: limit + 1, ...before });
      return pageOf(rows, limit, { item: showWithdrawal, place: ({ withdrawalId }) => withdrawalId });
    }),
});
