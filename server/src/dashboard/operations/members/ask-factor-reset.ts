import Type from "typebox";
import { askToResetFactors } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { noMember, notYoursToGive } from "./member-refusals.ts";

/** Asks to remove a member's lost second factor; another member must approve, and it happens a day after that. */
export const askFactorReset = sessionOperation({
  name: "askFactorReset",
  method: "POST",
  path: "/members/{memberId}/factor-reset",
  tag: "Members",
  summary: "Ask for the reset of a member's second factor",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ resetId: Type.String() }),
  refusals: {
    ...noMember,
    ...notYoursToGive,
    own_request: { status: 409, message: "You cannot reset your own second factor." },
  },
  handle: async ({ ctx, session, by, input: { memberId } }) =>
    askToResetFactors(ctx, session.organizationId, { memberId, by }),
});
