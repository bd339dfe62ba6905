/** The links in e-mails accept an invitation, set a new password, or stop the removal of second factors or rights. */
import Type from "typebox";
import {
  acceptInvitation as accept,
  keepFactorsByLink as keep,
  readInvitation as read,
  resetPassword as reset,
} from "#access";
import { browserOf, email, linkTicket, password, personName } from "#dashboard/entry-fields";
import { badLink, badPassword, providerRequired, tooOften } from "#dashboard/entry-refusals";
import { openOperation } from "#dashboard/operation";
import { sendPasswordReset } from "#entry";

/** Reads an invitation for the page behind the link. It is a POST, so that the ticket is not in a URL. */
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

/** Accepts an invitation. The member chooses a password and is logged in. */
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
    ...providerRequired,
    email_taken: { status: 409, message: "Another member has confirmed this address." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    keepSession(await accept(ctx, { ...input, browser: browserOf(ctx, request, ip) }));
    return {};
  },
});

/** Sends a link to set a new password. The answer is the same for unknown addresses. */
export const askToResetPassword = openOperation({
  name: "askToResetPassword",
  method: "POST",
  path: "/entry/reset",
  tag: "Entry",
  summary: "Send a link to set a new password",
  body: { email },
  output: Type.Object({}),
  refusals: tooOften,
  handle: async ({ ctx, input, ip }) => {
    await sendPasswordReset(ctx, { email: input.email, ip });
    return {};
  },
});

/** Sets a password by the link that was sent, without starting a session. */
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

/** Stops the removal of second factors or of an Owner's rights, by the link in the e-mail about it. */
export const keepFactorsByLink = openOperation({
  name: "keepFactorsByLink",
  method: "POST",
  path: "/entry/keep-factors",
  tag: "Entry",
  summary: "Stop the removal of your second factors or Owner rights by a link",
  body: { ticket: linkTicket },
  output: Type.Object({}),
  refusals: badLink,
  handle: async ({ ctx, input }) => {
    await keep(ctx, input.ticket);
    return {};
  },
});
