import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import {
  addPasskey as add,
  confirmAuthenticator as confirm,
  keepFactors as keep,
  listPasskeys,
  listSessions,
  readFactorReset,
  readFactors,
  removeAuthenticator as takeAuthenticator,
  removePasskey as takePasskey,
  replaceRecoveryCodes as replace,
  setUpAuthenticator as setUp,
  startPasskey as start,
} from "#access";
import { code, made, newKey, personName, siteOf, ticket } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { person } from "#dashboard/schemas";
import { text } from "#http";
import { lastFactor, ownSession } from "./sessions.ts";

const moment = Type.String();

export const readSecurity = sessionOperation({
  name: "readSecurity",
  method: "GET",
  path: "/me/security",
  tag: "Me",
  summary: "Read your second factors and sessions",
  output: Type.Object({
    authenticator: Type.Boolean(),
    recoveryCodes: Type.Integer(),
    /** A removal of the second factors that another member requested. `dueAt` is null until a second one approves. */
    reset: Type.Union([
      Type.Object({ askedBy: person, dueAt: Type.Union([moment, Type.Null()]) }),
      Type.Null(),
    ]),
    passkeys: Type.Array(
      Type.Object({
        passkeyId: Type.String(),
        name: Type.String(),
        createdAt: moment,
        usedAt: Type.Union([moment, Type.Null()]),
      }),
    ),
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String(),
        ip: Type.String(),
        userAgent: Type.String(),
        createdAt: moment,
        usedAt: moment,
        current: Type.Boolean(),
      }),
    ),
  }),
  handle: async ({ ctx, session: { organizationId, memberId, sessionId } }) =>
    ctx.db.inMerchant(organizationId, async (tx) => {
      const [factors, reset, passkeys, sessions] = await Promise.all([
        readFactors(tx, memberId),
        readFactorReset(tx, memberId),
        listPasskeys(tx, memberId),
        listSessions(tx, memberId),
      ]);
      const { authenticator, recoveryCodes } = factors;
      const marked = sessions.map((one) => ({ ...one, current: one.sessionId === sessionId }));
      return { authenticator, recoveryCodes, reset, passkeys, sessions: marked };
    }),
});

/** Creates a secret for an authenticator app. The app counts once the member has entered a code from it. */
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

/** Switches an authenticator app on, with a code that the app shows. */
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
    await takeAuthenticator(ctx, ownSession(session));
    return {};
  },
});

/** Returns the options with which the browser creates a passkey. */
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

/** Stores a passkey that the browser has created. */
export const addPasskey = sessionOperation({
  name: "addPasskey",
  method: "POST",
  path: "/me/passkeys",
  tag: "Me",
  summary: "Add a passkey; recovery codes are answered, this once, where there are none",
  stepUp: true,
  body: { ticket, name: personName, response: made },
  output: Type.Object({ recoveryCodes: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
  refusals: {
    ticket_invalid: { status: 410, message: "This took too long. Try again." },
    wrong_passkey: { status: 422, message: "This passkey cannot be used here." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, input, request }) => {
    const response = input.response as unknown as RegistrationResponseJSON;
    return add(ctx, ownSession(session), { ...input, response, site: siteOf(request) });
  },
});

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
    await takePasskey(ctx, ownSession(session), input);
    return {};
  },
});

/** Creates ten new recovery codes. The earlier ones stop working. */
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

/** Stops a removal of the member's own second factors that another member requested. */
export const keepFactors = sessionOperation({
  name: "keepFactors",
  method: "POST",
  path: "/me/keep-factors",
  tag: "Me",
  summary: "Stop the removal of your second factors",
  output: Type.Object({
    /** True if there was anything to stop. */
    kept: Type.Boolean(),
  }),
  handle: async ({ ctx, session }) => ({ kept: await keep(ctx, session) }),
});
