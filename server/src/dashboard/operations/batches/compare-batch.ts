import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { reviewDraft } from "#batches";
import { formatRupees } from "#lib/money";
import { draftPath, draftRefusals, rowRefusals } from "./fields.ts";
import { reviewFields, showReview } from "./schemas.ts";

export const compareBatch = memberOperation({
  name: "compareBatch",
  method: "GET",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/review",
  tag: "Batches",
  summary: "Read the control totals of a draft and how it differs from the last batch of its kind",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  output: Type.Object({
    ...reviewFields,
    contentHash: Type.String(),
    /** What the fund source can give, its overdraft limit included. */
    available: Type.String(),
    /** What can be spent once all of it is paid; below zero when the balance does not suffice. */
    after: Type.String(),
  }),
  refusals: { ...draftRefusals, ...rowRefusals },
  handle: async ({ ctx, merchantId, by, mayReveal, input: { draftId } }) => {
    const review = await reviewDraft(ctx, merchantId, { draftId, by, mayReveal });
    const { amountPaise, feePaise, taxPaise } = review.figures;
    const { review: shown } = await showReview({ ctx, merchantId }, review);
    return {
      ...shown,
      contentHash: review.contentHash.toString("hex"),
      available: formatRupees(review.spendablePaise),
      after: formatRupees(review.spendablePaise - amountPaise - feePaise - taxPaise),
    };
  },
});
