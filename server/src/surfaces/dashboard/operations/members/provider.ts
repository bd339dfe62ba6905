/** Operations with which Owners connect the organization to its OpenID provider. */
import Type from "typebox";
import { siteOf } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { settingRefusals } from "#dashboard/refusals";
import { nullable } from "#dashboard/schemas";
import { providerAway } from "#dashboard/sign-on-refusals";
import { flag, id, listOf, object, optional, secretText, text } from "#http";
import {
  connectProvider as connect,
  disconnectProvider as disconnect,
  logInAddress,
  readProvider,
  returnAddress,
  unlinkMember as unlink,
} from "#sign-on";

const words = Type.String();

const joinsSchema = Type.Object({
  claim: words,
  roles: Type.Array(Type.Object({ value: words, role: words })),
});

export const getProvider = sessionOperation({
  name: "getProvider",
  method: "GET",
  path: "/provider",
  tag: "Members",
  summary: "Read how members log in with the organization's provider",
  permission: "own_organization",
  output: Type.Object({
    /** The redirect address to enter at the provider. */
    redirectUri: words,
    /** The log-in page that offers the organization's provider whether or not its domains are reserved. */
    logInLink: words,
    provider: nullable(
      Type.Object({
        issuer: words,
        clientId: words,
        domains: Type.Array(words),
        required: Type.Boolean(),
        emergencyMemberId: nullable(words),
        joins: nullable(joinsSchema),
        connectedAt: words,
      }),
    ),
  }),
  handle: async ({ ctx, session, request }) => {
    const found = await readProvider(ctx, session.organizationId);
    const origin = `${request.protocol}://${request.host}`;
    const redirectUri = returnAddress(ctx, origin);
    const logInLink = logInAddress(ctx, session.organizationId, origin);
    if (found === null) return { redirectUri, logInLink, provider: null };
    const { providerId: _, isRequired, createdAt, ...provider } = found;
    return {
      redirectUri,
      logInLink,
      provider: { ...provider, required: isRequired, connectedAt: createdAt },
    };
  },
});

/** Tests the provider, and then connects it or, in live, asks another person. */
export const connectProvider = sessionOperation({
  name: "connectProvider",
  method: "PUT",
  path: "/provider",
  tag: "Members",
  summary: "Connect the organization's OpenID provider",
  permission: "own_organization",
  stepUp: true,
  body: {
    issuer: text({ max: 500, cards: "let_pass" }),
    clientId: text({ max: 300, cards: "let_pass" }),
    /** Left out, the present one stays. */
    clientSecret: optional(secretText({ max: 1_000 })),
    domains: listOf(text({ max: 255 }), { max: 20 }),
    required: flag(),
    /** The Owner who can log in with password and second factor when the provider is away; needed if it is required. */
    emergencyMemberId: optional(id()),
    joins: optional(
      object({
        claim: text({ max: 100 }),
        roles: listOf(object({ value: text({ max: 200 }), role: text({ max: 50 }) }), { max: 50 }),
      }),
    ),
  },
  output: Type.Object({
    /** Null if it is connected. Otherwise the live merchant's approvers decide. */
    requestId: nullable(words),
    aloneUntil: nullable(Type.String({ format: "date-time" })),
  }),
  refusals: {
    ...tooOften,
    ...settingRefusals,
    ...providerAway,
    bad_provider: { status: 422, message: "{reason}" },
    domain_taken: {
      status: 409,
      message: "Members of another organization log in with addresses at {domain}. Ask the operator.",
    },
    client_refused: {
      status: 422,
      message: "The provider does not accept this client ID with this secret.",
      field: "clientSecret",
    },
    bad_emergency_owner: {
      status: 422,
      message: "Choose an active Owner with a password and a second factor.",
      field: "emergencyMemberId",
    },
  },
  handle: async ({ ctx, session, by, input, request }) => {
    const { required, clientSecret = null, emergencyMemberId = null, joins = null, ...given } = input;
    const asked = await connect(ctx, session.organizationId, {
      ...given,
      clientSecret,
      emergencyMemberId,
      joins,
      isRequired: required,
      by,
      origin: siteOf(request).origin,
    });
    return asked ?? { requestId: null, aloneUntil: null };
  },
});

const none = { provider_not_found: { status: 404, message: "No provider is connected." } } as const;

export const disconnectProvider = sessionOperation({
  name: "disconnectProvider",
  method: "DELETE",
  path: "/provider",
  tag: "Members",
  summary: "End the log-in with the organization's provider",
  permission: "own_organization",
  stepUp: true,
  output: Type.Object({}),
  refusals: none,
  handle: async ({ ctx, session, by }) => {
    await disconnect(ctx, session.organizationId, by);
    return {};
  },
});

export const unlinkMember = sessionOperation({
  name: "unlinkMember",
  method: "DELETE",
  path: "/members/{memberId}/provider-account",
  tag: "Members",
  summary: "Forget which account of the provider a member logs in with",
  permission: "own_organization",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({}),
  refusals: {
    identity_not_found: { status: 404, message: "This member has not logged in with the provider yet." },
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await unlink(ctx, session.organizationId, { memberId, by });
    return {};
  },
});
