import Type from "typebox";
import { openOperation } from "#dashboard/operation";

/** What the pages before a log-in offer here. */
export const readOffers = openOperation({
  name: "readOffers",
  method: "GET",
  path: "/entry",
  tag: "Entry",
  summary: "Read whether sign-up is open, and whether e-mail is sent",
  output: Type.Object({ signUp: Type.Boolean(), email: Type.Boolean() }),
  handle: async ({ ctx, simulatorUrl }) => ({
    signUp: ctx.config.mode === "sandbox" && simulatorUrl !== null,
    email: ctx.config.smtpUrl !== null,
  }),
});
