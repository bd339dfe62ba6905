import { startPasskey as start } from "#access";
import { newKey, siteOf } from "#dashboard/entry-fields";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** What the browser is to make. */
export const startPasskey = sessionOperation({
  name: "startPasskey",
  method: "POST",
  path: "/me/passkeys/question",
  tag: "Me",
  summary: "Begin to add a passkey",
  stepUp: true,
  output: newKey,
  handle: async ({ ctx, session, request }) => {
    const { name, email } = session;
    return start(ctx, { ...ownSession(session), name, email, rpId: siteOf(request).rpId });
  },
});
