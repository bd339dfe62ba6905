import Type from "typebox";
import { listTeam, type TeamMember } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { readWaitingRights } from "#approvals";
import { memberSchema, toMember } from "./member-schema.ts";

/** The people of the organization, by e-mail address. */
export const listMembers = sessionOperation({
  name: "listMembers",
  method: "GET",
  path: "/members",
  tag: "Members",
  summary: "List the members of the organization",
  permission: "manage_members",
  query: pageFields(Type.String()),
  output: listOfItems(memberSchema),
  handle: async ({ ctx, session, input: { cursor, limit } }) => {
    const after = cursor === undefined ? {} : { after: cursor };
    const team = await ctx.db.inMerchant(session.organizationId, (tx) =>
      listTeam(tx, { limit: limit + 1, ...after }),
    );
    const waits = await readWaitingRights(ctx, session.organizationId);
    const item = (member: TeamMember) => ({
      ...toMember(member),
      waits: waits.get(`member:${member.memberId}`) ?? [],
    });
    return pageOf(team, limit, { item, place: ({ email }) => email });
  },
});
