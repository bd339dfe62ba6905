/** Log-in by the OpenID provider of the visitor's organization. */
import Type from "typebox";
import { browserOf, email, providerQuery, siteOf, ticket, wayOut } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { openOperation } from "#dashboard/operation";
import { memberRefusals, providerAnswers } from "#dashboard/sign-on-refusals";
import { id, optional, text } from "#http";
import { answerProviderLogIn as enter, findProvider as find, startProviderLogIn as start } from "#sign-on";

/** Named by the organization's own link to the log-in page. */
const organization = optional(id());

/** Says whether a domain has a provider. It gets the domain only, so it learns and reveals nothing of members. */
export const findProvider = openOperation({
  name: "findProvider",
  method: "GET",
  path: "/entry/provider",
  tag: "Entry",
  summary: "Find out whether people with addresses at a domain log in with a provider",
  query: { domain: text({ max: 255 }), organization },
  output: Type.Object({ found: Type.Boolean(), required: Type.Boolean() }),
  refusals: tooOften,
  handle: async ({ ctx, input: { domain, organization: organizationId }, ip }) => {
    const { isFound, isRequired } = await find(ctx, { domain, organizationId, ip });
    return { found: isFound, required: isRequired };
  },
});

export const startProviderLogIn = openOperation({
  name: "startProviderLogIn",
  method: "POST",
  path: "/entry/provider",
  tag: "Entry",
  summary: "Begin a log-in with the organization's provider",
  body: { email, organization },
  output: wayOut,
  refusals: { ...tooOften, ...providerAnswers },
  handle: async ({ ctx, input, ip, request }) =>
    start(ctx, {
      email: input.email,
      organizationId: input.organization,
      ip,
      origin: siteOf(request).origin,
    }),
});

/** Logs in the member whom the provider names, or asks for the member's own second factor. */
export const answerProviderLogIn = openOperation({
  name: "answerProviderLogIn",
  method: "POST",
  path: "/entry/provider/answer",
  tag: "Entry",
  summary: "Log in with the provider's answer",
  body: { ticket, query: providerQuery },
  output: Type.Object({
    /** Null if the member is logged in. Otherwise a second factor is required, and is sent with this ticket. */
    ticket: Type.Union([Type.String(), Type.Null()]),
    passkey: Type.Boolean(),
  }),
  refusals: { ...tooOften, ...providerAnswers, ...memberRefusals },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const place = { ip, origin: siteOf(request).origin };
    const outcome = await enter(ctx, { ...input, place, browser: browserOf(ctx, request, ip) });
    if (outcome.kind === "second_factor")
      return { ticket: outcome.ticket, passkey: outcome.factors.passkeys > 0 };
    keepSession(outcome.session);
    return { ticket: null, passkey: false };
  },
});
