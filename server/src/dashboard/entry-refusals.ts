/** Refusals shared by sign-up, log-in and links, by the codes of AccessError. */
export const tooOften = {
  too_many_attempts: { status: 429, message: "Too many attempts. Wait 15 minutes, then try again." },
} as const;

export const badPassword = {
  bad_password: { status: 422, message: "A password must have 8 to 128 characters." },
  weak_password: { status: 422, message: "This password is too common." },
} as const;

export const badLink = {
  ticket_invalid: { status: 410, message: "This link has already been used or has expired." },
} as const;

export const closed = {
  sign_up_closed: { status: 404, message: "Accounts are created by the operator." },
} as const;
