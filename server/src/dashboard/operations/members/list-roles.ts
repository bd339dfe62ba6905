import Type from "typebox";
import { listRoles as list, PERMISSIONS, ROLES } from "#access";
import { sessionOperation } from "#dashboard/operation";

/** Every role with what it allows: the built-in ones, and this organization's custom ones. */
export const listRoles = sessionOperation({
  name: "listRoles",
  method: "GET",
  path: "/roles",
  tag: "Members",
  summary: "Read what each role allows",
  output: Type.Object({
    permissions: Type.Array(Type.String()),
    roles: Type.Array(Type.Object({ role: Type.String(), permissions: Type.Array(Type.String()) })),
    own: Type.Array(
      Type.Object({
        roleId: Type.String(),
        name: Type.String(),
        permissions: Type.Array(Type.String()),
        members: Type.Integer(),
      }),
    ),
  }),
  handle: async ({ ctx, session }) => ({
    permissions: PERMISSIONS,
    roles: Object.entries(ROLES).map(([role, permissions]) => ({ role, permissions })),
    own: await ctx.db.inMerchant(session.organizationId, (tx) => list(tx)),
  }),
});
