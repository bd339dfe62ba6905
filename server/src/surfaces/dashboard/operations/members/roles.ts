/** Roles: the built-in ones are listed, and custom ones are created, changed and removed. */
import Type from "typebox";
import { listRoles as list, PERMISSIONS, removeRole as remove, ROLES } from "#access";
import { readWaitingRights, requestRole } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { id, listOf, oneOf, text } from "#http";
import { alreadyOpen, askedSchema, badGrant, badRole, lastManager, waitsSchema } from "./rights.ts";

/** Lists the built-in roles and this organization's custom roles, with their permissions. */
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
        /** Permissions that wait for the approval of others. */
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

const roleFields = {
  name: text({ max: 60 }),
  permissions: listOf(oneOf(PERMISSIONS), { min: 1, max: PERMISSIONS.length }),
};

export const makeRole = sessionOperation({
  name: "makeRole",
  method: "POST",
  path: "/roles",
  tag: "Members",
  summary: "Make a role",
  permission: "manage_members",
  stepUp: true,
  body: roleFields,
  output: Type.Object({ roleId: Type.String(), asked: askedSchema }),
  refusals: { ...badRole, not_yours_to_give: badGrant.not_yours_to_give },
  handle: async ({ ctx, session, by, input }) => {
    const saved = await requestRole(ctx, session.organizationId, { ...input, by });
    return saved;
  },
});

/** Changes a custom role for all who have it. */
export const changeRole = sessionOperation({
  name: "changeRole",
  method: "PUT",
  path: "/roles/{roleId}",
  tag: "Members",
  summary: "Change a role, for all who have it",
  permission: "manage_members",
  stepUp: true,
  pathFields: { roleId: id() },
  body: roleFields,
  output: Type.Object({ roleId: Type.String(), asked: askedSchema }),
  refusals: {
    ...badRole,
    ...lastManager,
    ...alreadyOpen,
    role_not_found: badGrant.role_not_found,
    not_yours_to_give: badGrant.not_yours_to_give,
    owners_have_role: {
      status: 409,
      message:
        "This role cannot lose permissions while other Owners have it in live: {names}. Give each of them " +
        "another role under Users first. That waits 24 hours, then you can change this role.",
    },
  },
  handle: async ({ ctx, session, by, input }) => {
    const saved = await requestRole(ctx, session.organizationId, { ...input, by });
    return saved;
  },
});

/** Removes a role that no member has. */
export const removeRole = sessionOperation({
  name: "removeRole",
  method: "DELETE",
  path: "/roles/{roleId}",
  tag: "Members",
  summary: "Remove a role",
  permission: "manage_members",
  stepUp: true,
  pathFields: { roleId: id() },
  output: Type.Object({}),
  refusals: {
    role_not_found: badGrant.role_not_found,
    role_in_use: { status: 409, message: "Members have this role. Give them another one first." },
  },
  handle: async ({ ctx, session, by, input: { roleId } }) => {
    await remove(ctx, session.organizationId, { roleId, by });
    return {};
  },
});
