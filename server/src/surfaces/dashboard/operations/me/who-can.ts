import Type from "typebox";
import { PERMISSIONS, whoCan as findWhoCan } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { oneOf, optional } from "#http";

/** Names the members to ask, for a control that this member may not use. */
export const whoCan = sessionOperation({
  name: "whoCan",
  method: "GET",
  path: "/session/who-can",
  tag: "Me",
  summary: "Name members who may do something, at most five",
  query: { permission: oneOf(PERMISSIONS), mode: optional(oneOf(["sandbox", "live"])) },
  output: Type.Object({ names: Type.Array(Type.String()) }),
  handle: async ({ ctx, session: { organizationId }, input: { permission, mode = null } }) => ({
    names: await ctx.db.directory((tx) => findWhoCan(tx, { organizationId, permission, mode })),
  }),
});
