import Type from "typebox";
import { removePasskey as remove } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { text } from "#http";
import { lastFactor, ownSession } from "./own-session.ts";

/** Removes one of the member's own passkeys. */
export const removePasskey = sessionOperation({
  name: "removePasskey",
  method: "DELETE",
  path: "/me/passkeys/{passkeyId}",
  tag: "Me",
  summary: "Remove one of one's passkeys",
  stepUp: true,
  pathFields: { passkeyId: text({ max: 1_400 }) },
  output: Type.Object({}),
  refusals: { factor_not_found: { status: 404, message: "This passkey does not exist." }, ...lastFactor },
  handle: async ({ ctx, session, input }) => {
    await remove(ctx, ownSession(session), input);
    return {};
  },
});
