import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { discardDraft } from "#batches";
import { draftPath, draftRefusals } from "./fields.ts";

export const discardBatch = memberOperation({
  name: "discardBatch",
  method: "DELETE",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}",
  tag: "Batches",
  summary: "Discard a draft",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  output: Type.Object({}),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId } }) => {
    await discardDraft(ctx, merchantId, { draftId, by });
    return {};
  },
});
