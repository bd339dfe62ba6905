import Type from "typebox";
import { changeRights } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { alreadyOpen, badGrant, lastManager, noMember } from "./member-refusals.ts";
import { grant } from "./member-schema.ts";
import { announceRights, askedSchema, waitsUntilSchema } from "./rights-asked.ts";
import { toGrants } from "./to-grant.ts";

/** Update Permissions: what a member may do from now on. Less for another Owner in live takes effect a day later. */
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
  output: Type.Object({
    permissions: Type.Array(Type.String()),
    asked: askedSchema,
    waitsUntil: waitsUntilSchema,
  }),
  refusals: { ...badGrant, ...lastManager, ...noMember, ...alreadyOpen },
  handle: async ({ ctx, session, by, input: { memberId, ...input } }) => {
    const change = {
      memberId,
      grant: toGrants(input.grant),
      action: "access.member_permissions_set",
      by,
    } as const;
    const member = await changeRights(ctx, session.organizationId, change);
    await announceRights(ctx, session, { asked: member.asked, what: `rights for ${member.name}` });
    return member;
  },
});
