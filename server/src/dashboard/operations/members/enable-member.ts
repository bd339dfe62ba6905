import Type from "typebox";
import { enableMember as enable } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { badGrant, lastManager, noMember } from "./member-refusals.ts";

/** Gives a disabled member its permissions back. */
export const enableMember = sessionOperation({
  name: "enableMember",
  method: "POST",
  path: "/members/{memberId}/enable",
  tag: "Members",
  summary: "Enable a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ active: Type.Boolean() }),
  refusals: { ...noMember, ...lastManager, not_yours_to_give: badGrant.not_yours_to_give },
  handle: async ({ ctx, session, by, input: { memberId } }) =>
    enable(ctx, session.organizationId, { memberId, by }),
});
