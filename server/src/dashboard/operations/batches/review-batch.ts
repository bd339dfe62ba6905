import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { reviewBatch as review } from "#batches";
import { batchPath, batchRefusals } from "./fields.ts";
import { reviewFields, showReview } from "./schemas.ts";

export const reviewBatch = memberOperation({
  name: "reviewBatch",
  method: "GET",
  path: "/merchants/{merchantId}/batches/{batchId}/review",
  tag: "Batches",
  summary: "Read what an approver must review of a batch, bound to the hash that an approval names",
  permission: "access_transfers",
  pathFields: batchPath,
  output: Type.Object({ ...reviewFields, contentHash: Type.String(), sample: reviewFields.largest }),
  refusals: {
    ...batchRefusals,
    content_changed: { status: 409, message: "The rows have changed since the batch was created." },
  },
  handle: async ({ ctx, merchantId, mayReveal, input: { batchId } }) => {
    const found = await review(ctx, merchantId, { batchId, mayReveal });
    const { review: shown, sample } = await showReview({ ctx, merchantId }, found);
    return { ...shown, contentHash: found.contentHash.toString("hex"), sample };
  },
});
