import { startPasskeyLogIn } from "#access";
import { question, siteOf } from "#dashboard/entry-fields";
import { sessionOperation } from "#dashboard/operation";

/** What one of the member's passkeys is to sign. */
export const askForProof = sessionOperation({
  name: "askForProof",
  method: "POST",
  path: "/session/proof/passkey",
  tag: "Me",
  summary: "Begin a proof by passkey",
  output: question,
  handle: async ({ ctx, session, request }) =>
    startPasskeyLogIn(ctx, { rpId: siteOf(request).rpId, memberId: session.memberId }),
});
