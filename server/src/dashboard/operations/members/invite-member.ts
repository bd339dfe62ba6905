import Type from "typebox";
import { email, personName } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { inviteMember as invite } from "#entry";
import { askForRights, withGuards } from "#approvals";
import { badGrant, unproved } from "./member-refusals.ts";
import { grant } from "./member-schema.ts";
import { announceRights, askedSchema } from "./rights-asked.ts";
import { toGrants } from "./to-grant.ts";

/** Adds a member and sends an invitation. */
export const inviteMember = sessionOperation({
  name: "inviteMember",
  method: "POST",
  path: "/members",
  tag: "Members",
  summary: "Invite a member by e-mail",
  permission: "manage_members",
  stepUp: true,
  body: { name: personName, email, grant },
  output: Type.Object({
    memberId: Type.String(),
    /** Where no mail server is set up: the link, to be handed on. */
    link: Type.Union([Type.String(), Type.Null()]),
    asked: askedSchema,
  }),
  refusals: {
    ...badGrant,
    ...unproved,
    ...tooOften,
    email_taken: { status: 409, message: "Your organization has a member with this e-mail address." },
    bad_email: { status: 422, message: "Enter a valid e-mail address." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, by, input }) => {
    const { organizationId } = session;
    const { name, email: to } = input;
    const member = { organizationId, name, email: to, grant: toGrants(input.grant), by };
    return withGuards(ctx, { organizationId, by }, async ({ guards, check }) => {
      const invited = await invite(ctx, { ...member, withholdIn: [...guards.keys()], check }, session);
      const asked = await askForRights(ctx, { ...invited, name, email: to, guards, by });
      await announceRights(ctx, session, { asked, what: `rights for the new member ${name}` });
      return { ...invited, asked };
    });
  },
});
