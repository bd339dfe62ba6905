import Type from "typebox";
import { listRoles as list, PERMISSIONS, ROLES } from "#access";
import { readWaitingRights } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { waitsSchema } from "./rights-asked.ts";

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
        /** Permissions that others have to approve first. */
        waits: waitsSchema,
      }),
    ),
  }),
  handle: async ({ ctx, session }) => {
    const own = await ctx.db.inMerchant(session.organizationId, (tx) => list(tx));
    const waits = await readWaitingRights(ctx, session.organizationId);
    return {
      permissions: PERMISSIONS,
      roles: Object.entries(ROLES).map(([role, permissions]) => ({ role, permissions })),
      own: own.map((role) => ({ ...role, waits: waits.get(`role:${role.roleId}`) ?? [] })),
    };
  },
});
