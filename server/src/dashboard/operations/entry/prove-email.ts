import Type from "typebox";
import { proveEmail as prove } from "#access";
import { openOperation } from "#dashboard/operation";
import { linkTicket } from "#dashboard/entry-fields";
import { badLink } from "#dashboard/entry-refusals";

/** Confirms an address by the link that was sent to it. */
export const proveEmail = openOperation({
  name: "proveEmail",
  method: "POST",
  path: "/entry/verify",
  tag: "Entry",
  summary: "Confirm an e-mail address by a link",
  body: { ticket: linkTicket },
  output: Type.Object({ email: Type.String() }),
  refusals: {
    ...badLink,
    email_taken: { status: 409, message: "Another member has confirmed this address." },
  },
  handle: async ({ ctx, input }) => prove(ctx, input.ticket),
});
