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
    email_taken: { status: 409, message: "Another member has confirmed this address." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    keepSession(await accept(ctx, { ...input, browser: browserOf(ctx, request, ip) }));
    return {};
  },
});
