import { memberOperation } from "#dashboard/operation";
import { Refusal, text, whole } from "#http";
import { setAgreement } from "#lending";
import { lending, showLending } from "./show-lending.ts";

export const enrolInLending = memberOperation({
  name: "enrolInLending",
  method: "PUT",
  path: "/merchants/{merchantId}/co-lending",
  tag: "Co-lending",
  summary: "Agree with a lender on the split, in the sandbox; live, the account manager enrols",
  permission: "manage_settings",
  stepUp: true,
  body: {
    lenderName: text({ max: 100 }),
    lenderPercent: whole({ min: 0, max: 100 }),
    originatorPercent: whole({ min: 0, max: 100 }),
  },
  output: lending,
  refusals: {
    sandbox_only: { status: 422, message: "Your account manager enrols live merchants." },
    split_not_whole: {
      status: 422,
      message: "The lender's and originator's shares must add up to exactly 100%.",
    },
    lender_name_invalid: { status: 422, message: "A lender has a name of 1 to 100 characters." },
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    await setAgreement(ctx, merchantId, { ...input, by });
    return ctx.db.inMerchant(merchantId, showLending);
  },
});
