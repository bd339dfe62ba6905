import Type from "typebox";
import { PERMISSIONS } from "#access";
import { requestRole } from "#approvals";
import { sessionOperation } from "#dashboard/operation";
import { listOf, oneOf, text } from "#http";
import { badGrant, badRole } from "./member-refusals.ts";
import { announceRights, askedSchema } from "./rights-asked.ts";

/** What a role is made of. */
export const roleFields = {
  name: text({ max: 60 }),
  permissions: listOf(oneOf(PERMISSIONS), { min: 1, max: PERMISSIONS.length }),
};

/** Makes a custom role. */
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
    await announceRights(ctx, session, { asked: saved.asked, what: `rights for the role ${input.name}` });
    return saved;
  },
});
