/** A fresh proof of identity by the organization's provider, for members without a second factor. */
import Type from "typebox";
import { providerQuery, siteOf, ticket, wayOut } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { providerAnswers } from "#dashboard/sign-on-refusals";
import { answerProviderProof as answer, readProofWays as read, startProviderProof as start } from "#sign-on";
import { ownSession } from "./sessions.ts";

export const readProofWays = sessionOperation({
  name: "readProofWays",
  method: "GET",
  path: "/session/proof",
  tag: "Me",
  summary: "Read how you can confirm your identity",
  output: Type.Object({
    /** True if a second factor is set up. Then nothing else counts. */
    factor: Type.Boolean(),
    password: Type.Boolean(),
    provider: Type.Boolean(),
  }),
  handle: async ({ ctx, session }) => read(ctx, ownSession(session)),
});

const notLinked = {
  identity_not_found: { status: 409, message: "You have not logged in with the provider yet." },
} as const;

export const startProviderProof = sessionOperation({
  name: "startProviderProof",
  method: "POST",
  path: "/session/proof/provider",
  tag: "Me",
  summary: "Begin to confirm your identity with the organization's provider",
  output: wayOut,
  refusals: { ...providerAnswers, ...notLinked },
  handle: async ({ ctx, session, ip, request }) =>
    start(ctx, ownSession(session), { ip, origin: siteOf(request).origin }),
});

/** Notes the proof if the provider has asked the member to log in again. It then counts for five minutes. */
export const answerProviderProof = sessionOperation({
  name: "answerProviderProof",
  method: "POST",
  path: "/session/proof/provider/answer",
  tag: "Me",
  summary: "Confirm your identity with the provider's answer",
  body: { ticket, query: providerQuery },
  output: Type.Object({ provedAt: Type.String() }),
  refusals: {
    ...tooOften,
    ...providerAnswers,
    proof_too_old: {
      status: 403,
      message:
        "The provider did not ask you to log in again, or does not say when you did. Set up an authenticator app or " +
        "a passkey on the page Account, and confirm with that.",
    },
    factor_needed: { status: 422, message: "Use your authenticator app or a passkey." },
    session_invalid: { status: 401, message: "Log in to continue." },
  },
  handle: async ({ ctx, session, input, ip, request }) =>
    answer(ctx, ownSession(session), { ...input, place: { ip, origin: siteOf(request).origin } }),
});
