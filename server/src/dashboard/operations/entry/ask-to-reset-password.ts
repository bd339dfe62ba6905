import Type from "typebox";
import { openOperation } from "#dashboard/operation";
import { sendPasswordReset } from "#entry";
import { email } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";

/** Sends a link to set a new password; the answer is the same for unknown addresses. */
export const askToResetPassword = openOperation({
  name: "askToResetPassword",
  method: "POST",
  path: "/entry/reset",
  tag: "Entry",
  summary: "Send a link to set a new password",
  body: { email },
  output: Type.Object({}),
  refusals: tooOften,
  handle: async ({ ctx, input, ip }) => {
    await sendPasswordReset(ctx, { email: input.email, ip });
    return {};
  },
});
