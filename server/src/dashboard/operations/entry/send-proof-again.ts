import Type from "typebox";
import { sessionOperation } from "#dashboard/operation";
import { askToProveEmail } from "#entry";
import { tooOften } from "#dashboard/entry-refusals";

/** Sends the link that confirms the member's address again. */
export const sendProofAgain = sessionOperation({
  name: "sendProofAgain",
  method: "POST",
  path: "/entry/verify/again",
  tag: "Entry",
  summary: "Send the link that confirms one's address again",
  output: Type.Object({}),
  refusals: tooOften,
  handle: async ({ ctx, session, ip }) => {
    const { organizationId, memberId } = session;
    await askToProveEmail(ctx, { organizationId, memberId, ip });
    return {};
  },
});
