import Type from "typebox";
import { describeBatch, readRows } from "#batches";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { nullable } from "#dashboard/schemas";
import { id, Refusal } from "#http";
import { batchRow, beneficiaryBatch, noBatch, showBatch, showRow } from "./batch-schemas.ts";

export const getBeneficiaryBatch = memberOperation({
  name: "getBeneficiaryBatch",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiary-batches/{batchId}",
  tag: "Beneficiaries",
  summary: "One file of beneficiaries with its progress and its rows in order",
  permission: "access_transfers",
  pathFields: { batchId: id() },
  query: pageFields(Type.Integer()),
  output: Type.Object({
    batch: beneficiaryBatch,
    items: Type.Array(batchRow),
    next: nullable(Type.String()),
  }),
  refusals: noBatch,
  handle: async ({ ctx, merchantId, input: { batchId, cursor, limit } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId });
    if (batch.format !== "BENEFICIARIES") throw new Refusal("not_found");
    const rows = await readRows(ctx, merchantId, { batch, after: cursor ?? 0, limit: limit + 1 });
    const page = pageOf(rows, limit, { item: showRow, place: ({ rowNo }) => rowNo });
    return { batch: showBatch(batch), ...page };
  },
});
