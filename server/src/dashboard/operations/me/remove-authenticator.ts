import Type from "typebox";
import { removeAuthenticator as remove } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { lastFactor, ownSession } from "./own-session.ts";

/** Removes the member's own authenticator app. */
export const removeAuthenticator = sessionOperation({
  name: "removeAuthenticator",
  method: "DELETE",
  path: "/me/authenticator",
  tag: "Me",
  summary: "Remove your authenticator app",
  stepUp: true,
  output: Type.Object({}),
  refusals: { factor_not_found: { status: 404, message: "No authenticator app is set up." }, ...lastFactor },
  handle: async ({ ctx, session }) => {
    await remove(ctx, ownSession(session));
    return {};
  },
});
