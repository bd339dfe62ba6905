/** Refusals shared by sign-up, log-in and links, by the codes of AccessError. */
export const tooOften = {
  too_many_attempts: { status: 429, message: "Too many attempts. Try again in {wait}." },
} as const;

const EASILY_GUESSED =
  "This password is easily guessed: it is a common one, a run of keys, or a name, perhaps with digits or signs " +
  "added. Choose another, for example several words that do not belong together.";

export const badPassword = (field = "password") => ({
  bad_password: { status: 422, message: "A password must have 8 to 128 characters.", field },
  weak_password: { status: 422, message: EASILY_GUESSED, field },
});

/** Passwords and passkeys are closed, because the organization requires its provider. */
export const providerRequired = {
  provider_required: {
    status: 403,
    message:
      "Members of your organization log in with its provider. Choose single sign-on on the log-in page, or open your " +
      "organization's log-in link.",
  },
} as const;

export const badLink = {
  ticket_invalid: { status: 410, message: "This link has already been used or has expired." },
} as const;

export const closed = {
  sign_up_closed: { status: 404, message: "Accounts are created by the operator." },
} as const;
