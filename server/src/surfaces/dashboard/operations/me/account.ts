/** The member's own name, password and proof of identity. */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import {
  changePassword as change,
  type MemberProof,
  proveAgain as prove,
  renameMember,
  startPasskeyLogIn,
} from "#access";
import { code, password, personName, question, signed, siteOf, ticket } from "#dashboard/entry-fields";
import { badPassword, providerRequired, tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { object, optional, Refusal } from "#http";
import { ownSession } from "./sessions.ts";

/** Changes the member's own name, as others see it. */
export const changeName = sessionOperation({
  name: "changeName",
  method: "PUT",
  path: "/me/name",
  tag: "Me",
  summary: "Change your name",
  body: { name: personName },
  output: Type.Object({ name: Type.String() }),
  refusals: {
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, input }) => renameMember(ctx, session, input.name),
});

/** Changes the member's own password. The member's other sessions end. */
export const changePassword = sessionOperation({
  name: "changePassword",
  method: "PUT",
  path: "/me/password",
  tag: "Me",
  summary: "Change your password",
  body: { current: password, next: password },
  output: Type.Object({}),
  refusals: {
    ...badPassword("next"),
    ...tooOften,
    wrong_password: { status: 422, message: "The current password is wrong.", field: "current" },
  },
  handle: async ({ ctx, session, input }) => {
    await change(ctx, ownSession(session), input);
    return {};
  },
});

/** Returns the challenge that one of the member's passkeys must sign. */
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

/** Confirms the member's identity, which then counts for five minutes. */
export const proveAgain = sessionOperation({
  name: "proveAgain",
  method: "POST",
  path: "/session/proof",
  tag: "Me",
  summary: "Confirm your identity by password, code or passkey",
  body: {
    password: optional(password),
    code: optional(code),
    passkey: optional(object({ ticket, response: signed })),
  },
  output: Type.Object({ provedAt: Type.String() }),
  refusals: {
    ...tooOften,
    ...providerRequired,
    proof_missing: { status: 422, message: "Give a password, a code or a passkey." },
    wrong_password: { status: 422, message: "The password is wrong." },
    wrong_code: { status: 422, message: "The code is wrong, or was already used. Wait for the next one." },
    wrong_passkey: { status: 422, message: "This passkey is not registered." },
    ticket_invalid: { status: 410, message: "This took too long. Try again." },
    factor_needed: { status: 422, message: "Use your authenticator app or a passkey." },
    log_in_refused: { status: 401, message: "This member is disabled." },
    session_invalid: { status: 401, message: "Log in to continue." },
  },
  handle: async ({ ctx, session, input, request }) => {
    const proof = toProof(input, siteOf(request));
    return prove(ctx, ownSession(session), { proof });
  },
});

interface Given {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: { readonly ticket: string; readonly response: unknown } | undefined;
}

function toProof({ password, code, passkey }: Given, site: { rpId: string; origin: string }): MemberProof {
  if (passkey !== undefined) {
    const response = passkey.response as AuthenticationResponseJSON;
    return { kind: "passkey", answer: { ticket: passkey.ticket, response, site } };
  }
  if (code !== undefined) return { kind: "code", code };
  if (password !== undefined) return { kind: "password", password };
  throw new Refusal("proof_missing");
}
