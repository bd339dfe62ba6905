import { startPasskeyLogIn } from "#access";
import { openOperation } from "#dashboard/operation";
import { question, siteOf } from "#dashboard/entry-fields";

/** What the browser is to have a passkey sign. */
export const askForPasskey = openOperation({
  name: "askForPasskey",
  method: "POST",
  path: "/entry/passkey",
  tag: "Entry",
  summary: "Begin a log-in with a passkey",
  output: question,
  handle: async ({ ctx, request }) => startPasskeyLogIn(ctx, { rpId: siteOf(request).rpId }),
});
