import Type from "typebox";
import { listTeam } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { optional, text, whole, withDefault } from "#http";
import { memberSchema, toMember } from "./member-schema.ts";

/** The people of the organization, by e-mail address. */
export const listMembers = sessionOperation({
  name: "listMembers",
  method: "GET",
  path: "/members",
  tag: "Members",
  summary: "List the members of the organization",
  permission: "manage_members",
  query: { cursor: optional(text({ max: 320 })), limit: withDefault(whole({ min: 1, max: 100 }), 50) },
  output: Type.Object({
    items: Type.Array(memberSchema),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
  handle: async ({ ctx, session, input: { cursor, limit } }) => {
    const after = cursor === undefined ? {} : { after: cursor };
    const team = await ctx.db.inMerchant(session.organizationId, (tx) => listTeam(tx, { limit, ...after }));
    const next = team.length === limit ? team.at(-1)!.email : null;
    return { items: team.map(toMember), next };
  },
});
