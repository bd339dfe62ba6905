import Type from "typebox";
import { changeRights } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { alreadyOpen, badGrant, lastManager, noMember } from "./member-refusals.ts";
import { announceRights, askedSchema } from "./rights-asked.ts";

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
  output: Type.Object({ active: Type.Boolean(), asked: askedSchema }),
  refusals: {
    ...noMember,
    ...lastManager,
    ...alreadyOpen,
    not_yours_to_give: badGrant.not_yours_to_give,
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    const change = { memberId, active: true, action: "access.member_enabled", by } as const;
    const member = await changeRights(ctx, session.organizationId, change);
    await announceRights(ctx, session, { asked: member.asked, what: `rights for ${member.name}` });
    return member;
  },
});
