import Type from "typebox";
import { saveRole } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { roleFields } from "./make-role.ts";
import { badGrant, badRole, lastManager } from "./member-refusals.ts";

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
  output: Type.Object({ roleId: Type.String() }),
  refusals: {
    ...badRole,
    ...lastManager,
    role_not_found: badGrant.role_not_found,
    not_yours_to_give: badGrant.not_yours_to_give,
  },
  handle: async ({ ctx, session, by, input }) => saveRole(ctx, session.organizationId, { ...input, by }),
});
