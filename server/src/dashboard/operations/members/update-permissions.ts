import Type from "typebox";
import { setPermissions } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { badGrant, lastManager, noMember } from "./member-refusals.ts";
import { grant } from "./member-schema.ts";
import { toGrants } from "./to-grant.ts";

/** Update Permissions: what a member may do from now on. */
export const updatePermissions = sessionOperation({
  name: "updatePermissions",
  method: "PUT",
  path: "/members/{memberId}/permissions",
  tag: "Members",
  summary: "Update the permissions of a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  body: { grant },
  output: Type.Object({ permissions: Type.Array(Type.String()) }),
  refusals: { ...badGrant, ...lastManager, ...noMember },
  handle: async ({ ctx, session, by, input }) =>
    setPermissions(ctx, session.organizationId, {
      memberId: input.memberId,
      grant: toGrants(input.grant),
      by,
    }),
});
