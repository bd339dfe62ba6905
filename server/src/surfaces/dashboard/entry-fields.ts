/** Fields of sign-up, log-in and links. */
import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import type { Browser } from "#access";
import { refusing, secretText, shaped, text } from "#http";
import type { Context } from "#lib/context";
import { readToken } from "./session-cookie.ts";

export const email = text({
  max: 320,
  pattern: /^\s*[^\s@]{1,64}@[^\s@]{1,255}\s*$/,
  says: "It is an e-mail address.",
});

export const personName = text({ max: 100, says: "It is a name of at most 100 characters." });

/** The verb that stores a password refuses long ones. One that is only compared can be anything. */
export const password = secretText({ max: 1_000 });

/** The random text of a link or of a step of a log-in. */
export const ticket = secretText({ min: 20, max: 100 });

/** The ticket of a link. An incomplete one is refused like one that was used. */
export const linkTicket = refusing(ticket, { wrong: "ticket_invalid" });

/** Six digits of an authenticator app, or a recovery code. */
export const code = secretText({ max: 40 });

/** The query with which a provider sends the browser back. */
export const providerQuery = secretText({ max: 8_000 });

/** The address at a provider, and the ticket that the page keeps meanwhile. */
export const wayOut = Type.Object({ ticket: Type.String(), url: Type.String() });

const base64url = Type.String({ maxLength: 20_000, pattern: "^[A-Za-z0-9_-]*$" });
const short = Type.String({ maxLength: 100 });
const common = {
  id: Type.String({ maxLength: 1_400 }),
  rawId: Type.String({ maxLength: 1_400 }),
  type: Type.Literal("public-key"),
  authenticatorAttachment: Type.Optional(Type.Enum(["cross-platform", "platform"])),
  clientExtensionResults: Type.Object({}),
};

/** The answer of a browser when one of its passkeys has signed. */
export const signed = shaped(
  Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: Type.Optional(base64url),
    }),
  }),
  { says: "It is not what a browser answers for a passkey." },
);

/** The response of a browser that has created a passkey. */
export const made = shaped(
  Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      authenticatorData: Type.Optional(base64url),
      transports: Type.Optional(Type.Array(short, { maxItems: 10 })),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
      publicKey: Type.Optional(base64url),
    }),
  }),
  { says: "It is not what a browser answers for a new passkey." },
);

const credential = Type.Object({
  id: Type.String(),
  type: Type.Literal("public-key"),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** The challenge that a browser is asked to have signed. */
export const question = Type.Object({
  ticket: Type.String(),
  options: Type.Object({
    challenge: Type.String(),
    timeout: Type.Optional(Type.Number()),
    rpId: Type.Optional(Type.String()),
    allowCredentials: Type.Optional(Type.Array(credential)),
    userVerification: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
  }),
});

/** The passkey that a browser is asked to make. */
export const newKey = Type.Object({
  ticket: Type.String(),
  options: Type.Object({
    rp: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Number(), type: Type.Literal("public-key") })),
    timeout: Type.Optional(Type.Number()),
    excludeCredentials: Type.Optional(Type.Array(credential)),
    authenticatorSelection: Type.Optional(
      Type.Object({
        residentKey: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
        requireResidentKey: Type.Optional(Type.Boolean()),
        userVerification: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
      }),
    ),
    attestation: Type.Optional(Type.Enum(["direct", "enterprise", "indirect", "none"])),
  }),
});

export type Signed = Static<(typeof signed)["schema"]>;

/** Returns the site of the page that sent the request. The origin was checked before the operation ran. */
export function siteOf(request: FastifyRequest): { rpId: string; origin: string } {
  const origin = request.headers.origin!;
  return { rpId: new URL(origin).hostname, origin };
}

/** Returns the browser in which a session begins. */
export function browserOf(ctx: Context, request: FastifyRequest, ip: string): Browser {
  const token = readToken(ctx, request, "browser") ?? undefined;
  return { ip, userAgent: request.headers["user-agent"] ?? "", token };
}
