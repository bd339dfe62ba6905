import Type from "typebox";
import { keepFactorsByLink as keep } from "#access";
import { openOperation } from "#dashboard/operation";
import { linkTicket } from "#dashboard/entry-fields";
import { badLink } from "#dashboard/entry-refusals";

/** Stops the removal of second factors or of an Owner's rights, by the link in the e-mail that told of it. */
export const keepFactorsByLink = openOperation({
  name: "keepFactorsByLink",
  method: "POST",
  path: "/entry/keep-factors",
  tag: "Entry",
  summary: "Stop the removal of your second factors or Owner rights by a link",
  body: { ticket: linkTicket },
  output: Type.Object({}),
  refusals: badLink,
  handle: async ({ ctx, input }) => {
    await keep(ctx, input.ticket);
    return {};
  },
});
