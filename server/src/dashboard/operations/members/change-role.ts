import Type from "typebox";
import { requestRole } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { roleFields } from "./make-role.ts";
import { alreadyOpen, badGrant, badRole, lastManager } from "./member-refusals.ts";
import { announceRights, askedSchema } from "./rights-asked.ts";

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
    await announceRights(ctx, session, { asked: saved.asked, what: `rights for the role ${input.name}` });
    return saved;
  },
});
