import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { readTopUps } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { listRefunds as readRefunds } from "#withdrawals";

const refund = Type.Object(
  {
    topUpId: Type.String(),
    amount: rupees,
    status: words(["waiting", "processing", "paid", "stuck", "credited"]),
    reason: nullable(Type.String()),
    tries: Type.Integer(),
    /** Of the payment back to the sender. */
    utr: nullable(Type.String()),
    refundBy: at,
    finishedAt: nullable(at),
    arrivedAt: at,
    arrivedUtr: Type.String(),
    senderName: nullable(Type.String()),
    senderAccountLast4: nullable(Type.String()),
    senderIfsc: nullable(Type.String()),
  },
  { $id: "Refund" },
);

export const listRefunds = memberOperation({
  name: "listRefunds",
  method: "GET",
  path: "/merchants/{merchantId}/refunds",
  tag: "Fund sources",
  summary: "Money that came from an account other than the registered one, and its way back, newest first",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(refund),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { topUpId: cursor } };
      const rows = await readRefunds(tx, { limit: limit + 1, ...before });
      const topUps = await readTopUps(
        tx,
        rows.map(({ topUpId }) => topUpId),
      );
      return pageOf(rows, limit, {
        item: ({ amountPaise, ...row }) => {
          const {
            arrivedAt,
            utr: arrivedUtr,
            fromName,
            fromAccountLast4,
            fromIfsc,
          } = topUps.get(row.topUpId)!;
          const sender = { senderName: fromName, senderAccountLast4: fromAccountLast4, senderIfsc: fromIfsc };
          return { ...row, ...sender, amount: formatRupees(amountPaise), arrivedAt, arrivedUtr };
        },
        place: ({ topUpId }) => topUpId,
      });
    }),
});
