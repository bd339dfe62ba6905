import Type from "typebox";
import { keepFactors as keep } from "#access";
import { sessionOperation } from "#dashboard/operation";

/** Stops the removal of the member's own second factors that another member has asked for. */
export const keepFactors = sessionOperation({
  name: "keepFactors",
  method: "POST",
  path: "/me/keep-factors",
  tag: "Me",
  summary: "Stop the removal of your second factors",
  output: Type.Object({
    /** Whether there was anything to stop. */
    kept: Type.Boolean(),
  }),
  handle: async ({ ctx, session }) => ({ kept: await keep(ctx, session) }),
});
