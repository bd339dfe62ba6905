import Type from "typebox";
import { acceptInvitation as accept } from "#access";
import { openOperation } from "#dashboard/operation";
import { browserOf, linkTicket, password, personName } from "#dashboard/entry-fields";
import { badLink, badPassword } from "#dashboard/entry-refusals";

/** Lets an invited member in, with a password of the member's own. */
export const acceptInvitation = openOperation({
  name: "acceptInvitation",
  method: "POST",
  path: "/entry/invitation/accept",
  tag: "Entry",
  summary: "Accept an invitation",
  body: { ticket: linkTicket, name: personName, password },
  output: Type.Object({}),
  refusals: {
    ...badLink,
    ...badPassword(),
    bad_name: { status: 422, message: "A name has at least one letter or digit." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    keepSession(await accept(ctx, { ...input, browser: browserOf(ctx, request, ip) }));
    return {};
  },
});
