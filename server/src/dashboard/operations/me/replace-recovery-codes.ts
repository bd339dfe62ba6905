import Type from "typebox";
import { replaceRecoveryCodes as replace } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** Gives ten new recovery codes; the earlier ones stop working. */
export const replaceRecoveryCodes = sessionOperation({
  name: "replaceRecoveryCodes",
  method: "POST",
  path: "/me/recovery-codes",
  tag: "Me",
  summary: "Make new recovery codes; they are answered this once",
  stepUp: true,
  output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  refusals: { factor_not_found: { status: 409, message: "Set up an authenticator app or a passkey first." } },
  handle: async ({ ctx, session }) => replace(ctx, ownSession(session)),
});
