import Type from "typebox";
import { logIn as enter } from "#access";
import { openOperation } from "#dashboard/operation";
import { browserOf, email, password } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";

/** Logs a member in, or asks for the second factor. */
export const logIn = openOperation({
  name: "logIn",
  method: "POST",
  path: "/entry/log-in",
  tag: "Entry",
  summary: "Log in by e-mail address and password",
  body: { email, password },
  output: Type.Object({
    /** Null: the member is logged in. Otherwise a code is asked for, to be sent with this. */
    ticket: Type.Union([Type.String(), Type.Null()]),
    /** What the member has set up to answer with. */
    authenticator: Type.Boolean(),
    passkey: Type.Boolean(),
  }),
  refusals: {
    ...tooOften,
    log_in_refused: { status: 401, message: "The e-mail address or password is wrong." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const outcome = await enter(ctx, { ...input, browser: browserOf(ctx, request, ip) });
    if (outcome.kind === "session") {
      keepSession(outcome.session);
      return { ticket: null, authenticator: false, passkey: false };
    }
    const { ticket, factors } = outcome;
    return { ticket, authenticator: factors.authenticator, passkey: factors.passkeys > 0 };
  },
});
