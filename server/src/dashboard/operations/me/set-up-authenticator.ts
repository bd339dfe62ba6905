import Type from "typebox";
import { setUpAuthenticator as setUp } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** Makes a secret for an authenticator app; it counts once a code of it was given. */
export const setUpAuthenticator = sessionOperation({
  name: "setUpAuthenticator",
  method: "POST",
  path: "/me/authenticator",
  tag: "Me",
  summary: "Begin to set up an authenticator app",
  stepUp: true,
  output: Type.Object({ secret: Type.String(), uri: Type.String() }),
  refusals: {
    factor_exists: { status: 409, message: "An authenticator app is set up already. Remove it first." },
  },
  handle: async ({ ctx, session }) => setUp(ctx, { ...ownSession(session), email: session.email }),
});
