import Type from "typebox";
import { listBatches } from "#batches";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { beneficiaryBatch, showBatch } from "./batch-schemas.ts";

export const listBeneficiaryBatches = memberOperation({
  name: "listBeneficiaryBatches",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiary-batches",
  tag: "Beneficiaries",
  summary: "Files of beneficiaries, newest first",
  permission: "access_transfers",
  query: pageFields(Type.Integer()),
  output: listOfItems(beneficiaryBatch),
  handle: async ({ ctx, merchantId, input: { cursor: beforeReferenceId, limit } }) => {
    // The verb answers a hundred at most.
    const shown = Math.min(limit, 99);
    const page = { limit: shown + 1, beforeReferenceId, formats: ["BENEFICIARIES"] as const };
    const rows = await listBatches(ctx, merchantId, page);
    return pageOf(rows, shown, { item: showBatch, place: ({ referenceId }) => referenceId });
  },
});
