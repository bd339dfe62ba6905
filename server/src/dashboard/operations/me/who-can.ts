import Type from "typebox";
import { PERMISSIONS, whoCan as findWhoCan } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { oneOf } from "#http";

/** Whom to ask, for a control that the member may not use. */
export const whoCan = sessionOperation({
  name: "whoCan",
  method: "GET",
  path: "/session/who-can",
  tag: "Me",
  summary: "Name members who may do something, at most five",
  query: { permission: oneOf(PERMISSIONS) },
  output: Type.Object({ names: Type.Array(Type.String()) }),
  handle: async ({ ctx, session: { organizationId }, input: { permission } }) => ({
    names: await ctx.db.directory((tx) => findWhoCan(tx, { organizationId, permission })),
  }),
});
