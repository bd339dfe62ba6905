import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees } from "#dashboard/schemas";
import { id } from "#http";
import { formatRupees } from "#lib/money";
import { listPaymentsTo } from "#transfers";

const payment = Type.Object(
  {
    transferKey: Type.String(),
    referenceId: Type.String(),
    amount: rupees,
    mode: Type.String(),
    status: Type.String(),
    acknowledged: Type.Boolean(),
    reason: nullable(Type.String()),
    utr: nullable(Type.String()),
    remarks: Type.String(),
    acceptedAt: at,
    finishedAt: nullable(at),
  },
  { $id: "BeneficiaryPayment" },
);

export const listBeneficiaryPayments = memberOperation({
  name: "listBeneficiaryPayments",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/payments",
  tag: "Beneficiaries",
  summary: "Transfers to one beneficiary, newest first",
  permission: "access_transfers",
  pathFields: { beneficiaryId: id() },
  query: pageFields(Type.Integer()),
  output: listOfItems(payment),
  handle: ({ ctx, merchantId, input: { beneficiaryId, cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const beforeReferenceId = cursor === undefined ? undefined : BigInt(cursor);
      const rows = await listPaymentsTo(tx, beneficiaryId, { limit: limit + 1, beforeReferenceId });
      return pageOf(rows, limit, {
        item: ({ referenceId, amountPaise, publicStatus, transferKey, mode, reason, ...row }) => ({
          ...{
            transferKey,
            mode,
            reason,
            status: publicStatus,
            acknowledged: row.acknowledged,
            utr: row.utr,
            remarks: row.remarks,
          },
          ...{ acceptedAt: row.acceptedAt, finishedAt: row.finishedAt },
          referenceId: String(referenceId),
          amount: formatRupees(amountPaise),
        }),
        place: ({ referenceId }) => Number(referenceId),
      });
    }),
});
