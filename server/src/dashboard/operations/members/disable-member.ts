import Type from "typebox";
import { changeRights } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { badGrant, lastManager, noMember } from "./member-refusals.ts";
import { waitsUntilSchema } from "./rights-asked.ts";

/** From now on the member may do nothing; sessions end at once. Another Owner in live is disabled a day later. */
export const disableMember = sessionOperation({
  name: "disableMember",
  method: "POST",
  path: "/members/{memberId}/disable",
  tag: "Members",
  summary: "Disable a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ active: Type.Boolean(), waitsUntil: waitsUntilSchema }),
  refusals: { ...noMember, ...lastManager, not_yours_to_give: badGrant.not_yours_to_give },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    const change = { memberId, active: false, action: "access.member_disabled", by } as const;
    return changeRights(ctx, session.organizationId, change);
  },
});
