import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { removeRowsOfDraft } from "#batches";
import { listOf, whole } from "#http";
import { draftPath, draftRefusals } from "./fields.ts";

export const removeBatchRows = memberOperation({
  name: "removeBatchRows",
  method: "POST",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/remove-rows",
  tag: "Batches",
  summary: "Remove rows from a draft",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  body: { rowNos: listOf(whole({ min: 1, max: 10_000 }), { min: 1, max: 1_000 }) },
  output: Type.Object({ removed: Type.Integer() }),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId, rowNos } }) => ({
    removed: await removeRowsOfDraft(ctx, merchantId, { draftId, by, rowNos }),
  }),
});
