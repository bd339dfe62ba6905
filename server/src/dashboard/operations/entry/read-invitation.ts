import Type from "typebox";
import { readInvitation as read } from "#access";
import { openOperation } from "#dashboard/operation";
import { linkTicket } from "#dashboard/entry-fields";
import { badLink } from "#dashboard/entry-refusals";

/** Who is invited to what, for the page behind the link. A POST, so that the ticket is in no address. */
export const readInvitation = openOperation({
  name: "readInvitation",
  method: "POST",
  path: "/entry/invitation",
  tag: "Entry",
  summary: "Read an invitation",
  body: { ticket: linkTicket },
  output: Type.Object({ organizationName: Type.String(), email: Type.String(), name: Type.String() }),
  refusals: badLink,
  handle: async ({ ctx, input }) => read(ctx, input.ticket),
});
