import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { ONBOARDING_STEPS, readOnboarding as read } from "#onboarding";

/** Lists the first steps. Each counts as done once the merchant or the member has taken it. */
export const readOnboarding = memberOperation({
  name: "readOnboarding",
  method: "GET",
  path: "/merchants/{merchantId}/onboarding",
  tag: "Me",
  summary: "Read which first steps have been taken",
  output: Type.Object({
    steps: Type.Array(Type.Object({ step: Type.Enum([...ONBOARDING_STEPS]), done: Type.Boolean() })),
  }),
  handle: async ({ ctx, merchantId, session }) => {
    const done = await ctx.db.inMerchant(merchantId, (tx) => read(tx, session.memberId));
    return { steps: ONBOARDING_STEPS.map((step) => ({ step, done: done[step] })) };
  },
});
