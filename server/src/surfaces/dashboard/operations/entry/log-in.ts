import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import {
  completeLogIn as complete,
  endSessions,
  logIn as enter,
  logInWithPasskey as enterWithPasskey,
  startPasskeyLogIn,
} from "#access";
import { browserOf, code, email, password, question, signed, siteOf, ticket } from "#dashboard/entry-fields";
import { providerRequired, tooOften } from "#dashboard/entry-refusals";
import { openOperation, sessionOperation } from "#dashboard/operation";

export const readOffers = openOperation({
  name: "readOffers",
  method: "GET",
  path: "/entry",
  tag: "Entry",
  summary: "Read whether sign-up is open, and whether e-mail is sent",
  output: Type.Object({ signUp: Type.Boolean(), email: Type.Boolean() }),
  handle: async ({ ctx, simulatorUrl }) => ({
    signUp: ctx.config.mode === "sandbox" && simulatorUrl !== null,
    email: ctx.config.smtpUrl !== null,
  }),
});

/** Logs a member in, or asks for the second factor. */
export const logIn = openOperation({
  name: "logIn",
  method: "POST",
  path: "/entry/log-in",
  tag: "Entry",
  summary: "Log in by e-mail address and password",
  body: { email, password },
  output: Type.Object({
    /** Null if the member is logged in. Otherwise a second factor is required, and is sent with this ticket. */
    ticket: Type.Union([Type.String(), Type.Null()]),
    /** True if the member can complete the log-in with an authenticator app. */
    authenticator: Type.Boolean(),
    passkey: Type.Boolean(),
  }),
  refusals: {
    ...tooOften,
    ...providerRequired,
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

export const completeLogIn = openOperation({
  name: "completeLogIn",
  method: "POST",
  path: "/entry/log-in/code",
  tag: "Entry",
  summary: "Complete a log-in with a code of the authenticator app, or a recovery code",
  body: { ticket, code },
  output: Type.Object({}),
  refusals: {
    ...tooOften,
    ...providerRequired,
    wrong_code: { status: 422, message: "The code is wrong, or was already used. Wait for the next one." },
    ticket_invalid: {
      status: 410,
      message: "This took too long, or too many codes were wrong. Log in again.",
    },
    log_in_refused: { status: 401, message: "This member is disabled." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const proof = { kind: "code", code: input.code } as const;
    const browser = browserOf(ctx, request, ip);
    keepSession(await complete(ctx, { ticket: input.ticket, proof, browser }));
    return {};
  },
});

/** Returns the challenge for the browser's passkey to sign. */
export const askForPasskey = openOperation({
  name: "askForPasskey",
  method: "POST",
  path: "/entry/passkey",
  tag: "Entry",
  summary: "Begin a log-in with a passkey",
  output: question,
  refusals: tooOften,
  handle: async ({ ctx, request, ip }) => startPasskeyLogIn(ctx, { rpId: siteOf(request).rpId, ip }),
});

/** Logs in the member whose passkey has signed. */
export const logInWithPasskey = openOperation({
  name: "logInWithPasskey",
  method: "POST",
  path: "/entry/passkey/answer",
  tag: "Entry",
  summary: "Log in with a passkey",
  body: { ticket, response: signed },
  output: Type.Object({}),
  refusals: {
    ...tooOften,
    ...providerRequired,
    wrong_passkey: { status: 401, message: "This passkey is not registered." },
    ticket_invalid: { status: 410, message: "This took too long. Try again." },
    log_in_refused: { status: 401, message: "This member is disabled." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const response = input.response as unknown as AuthenticationResponseJSON;
    const answer = { ticket: input.ticket, response, site: siteOf(request) };
    keepSession(await enterWithPasskey(ctx, { answer, browser: browserOf(ctx, request, ip) }));
    return {};
  },
});

/** Ends the session in the browser and on the server. */
export const logOut = sessionOperation({
  name: "logOut",
  method: "POST",
  path: "/entry/log-out",
  tag: "Entry",
  summary: "Log out",
  output: Type.Object({}),
  handle: async ({ ctx, session, by, keepSession }) => {
    const { organizationId, memberId, sessionId } = session;
    await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, sessionId, by, because: "logged_out" }),
    );
    keepSession(null);
    return {};
  },
});
