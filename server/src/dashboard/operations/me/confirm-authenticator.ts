import Type from "typebox";
import { confirmAuthenticator as confirm } from "#access";
import { code } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** Switches an authenticator app on with a code that it shows. */
export const confirmAuthenticator = sessionOperation({
  name: "confirmAuthenticator",
  method: "POST",
  path: "/me/authenticator/confirm",
  tag: "Me",
  summary: "Switch an authenticator app on; recovery codes are answered, this once",
  stepUp: true,
  body: { code },
  output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  refusals: {
    ...tooOften,
    wrong_code: { status: 422, message: "The code is wrong. Check that your phone shows the right time." },
  },
  handle: async ({ ctx, session, input }) => confirm(ctx, ownSession(session), { code: input.code }),
});
