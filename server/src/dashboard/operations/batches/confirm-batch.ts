import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { confirmDraft } from "#batches";
import { text } from "#http";
import { draftPath, draftRefusals, rowRefusals } from "./fields.ts";

export const confirmBatch = memberOperation({
  name: "confirmBatch",
  method: "POST",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/confirm",
  tag: "Batches",
  summary: "Confirm a draft: it is paid, or waits for approval",
  description: "`contentHash` is what was shown. Confirming again answers the same batch.",
  permission: "initiate_bulk_transfer",
  stepUp: true,
  pathFields: draftPath,
  body: {
    contentHash: text({
      min: 64,
      max: 64,
      pattern: /^[0-9a-f]{64}$/,
      says: "It is a hash.",
      cards: "let_pass",
    }),
  },
  output: Type.Object({ batchId: Type.String() }),
  refusals: {
    ...payoutsDisabled,
    ...draftRefusals,
    ...rowRefusals,
    draft_changed: {
      status: 409,
      message: "The rows have changed since you reviewed them. Review them again.",
    },
    fund_source_not_available: { status: 422, message: "The fund source does not exist or is switched off." },
  },
  handle: async ({ ctx, merchantId, by, input: { draftId, contentHash } }) => ({
    batchId: await confirmDraft(ctx, merchantId, {
      draftId,
      by,
      contentHash: Buffer.from(contentHash, "hex"),
    }),
  }),
});
