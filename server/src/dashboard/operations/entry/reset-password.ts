import Type from "typebox";
import { resetPassword as reset } from "#access";
import { openOperation } from "#dashboard/operation";
import { browserOf, linkTicket, password } from "#dashboard/entry-fields";
import { badLink, badPassword } from "#dashboard/entry-refusals";

/** Sets a password by the link that was sent; starts no session. */
export const resetPassword = openOperation({
  name: "resetPassword",
  method: "POST",
  path: "/entry/reset/password",
  tag: "Entry",
  summary: "Set a new password by a link",
  body: { ticket: linkTicket, password },
  output: Type.Object({}),
  refusals: {
    ...badLink,
    ...badPassword(),
    email_taken: { status: 409, message: "Another member has confirmed this address." },
  },
  handle: async ({ ctx, input, ip, request, keepBrowser }) => {
    const { browserToken } = await reset(ctx, { ...input, browser: browserOf(ctx, request, ip) });
    keepBrowser(browserToken);
    return {};
  },
});
