import Type from "typebox";
import { removeRole as remove } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { badGrant } from "./member-refusals.ts";

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
