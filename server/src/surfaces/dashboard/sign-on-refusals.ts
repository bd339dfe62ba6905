/**
 * Refusals of a log-in or proof by the organization's provider, in words for the person who waits. None has a status of
 * 500 or more, because pages take that as our own failure and do not show the words.
 */
import type { RefusalShape } from "#http";

/** The provider cannot be reached, or cannot be used as it is. */
export const providerAway = {
  address_refused: {
    status: 422,
    message: "The provider's address cannot be used: {reason}.",
    field: "issuer",
  },
  provider_away: { status: 422, message: "The provider did not answer: {reason}. Try again in a minute." },
  issuer_differs: {
    status: 422,
    message: "The provider calls itself {issuer}. Enter exactly that as the issuer.",
    field: "issuer",
  },
  provider_unfit: { status: 422, message: "This provider cannot be used: {reason}.", field: "issuer" },
} as const satisfies Record<string, RefusalShape>;

/** The provider's answer does not let the person in. */
export const providerAnswers = {
  ...providerAway,
  provider_not_found: {
    status: 404,
    message:
      "No organization here uses single sign-on for this e-mail domain. Log in with your password or by your " +
      "organization's link.",
  },
  ticket_invalid: { status: 410, message: "This took too long, or was done already. Start again." },
  provider_denied: { status: 403, message: "The provider did not let you in, or you cancelled." },
  provider_interrupted: {
    status: 403,
    message: "The provider needs something of you first. Open it, log in there, and try again.",
  },
  provider_busy: { status: 409, message: "The provider cannot answer at the moment. Try again in a minute." },
  provider_misconfigured: {
    status: 403,
    message:
      "The provider refuses this application ({reason}). An Owner checks client ID, secret and redirect address.",
  },
  answer_stale: {
    status: 410,
    message: "The provider's answer is too old, or was used before. Start again.",
  },
  answer_unproved: {
    status: 403,
    message: "The provider's answer could not be verified, so no one was logged in. Start again.",
  },
  other_identity: {
    status: 403,
    message:
      "The member with your address logs in with another account of the provider. Ask an Owner to unlink that one.",
  },
} as const satisfies Record<string, RefusalShape>;

export const memberRefusals = {
  email_unproved: {
    status: 403,
    message: "The provider does not say that your e-mail address is verified. Ask those who run it.",
  },
  domain_not_allowed: { status: 403, message: "Your organization does not accept addresses of this domain." },
  not_a_member: {
    status: 403,
    message:
      "The provider knows you, but your organization has not added you. Ask an Owner for an invitation.",
  },
  no_role: {
    status: 403,
    message: "The provider gives you no role here. Ask an Owner of your organization.",
  },
  log_in_refused: { status: 401, message: "This member is disabled." },
} as const satisfies Record<string, RefusalShape>;
