/** Refusals that several ways in have in common, by the codes of AccessError. */
export const tooOften = {
  too_many_attempts: { status: 429, message: "Too many tries. Wait a quarter of an hour, then try again." },
} as const;

export const badPassword = {
  bad_password: { status: 422, message: "A password has 8 to 128 characters." },
  weak_password: { status: 422, message: "This password is one of the first that anyone would guess." },
} as const;

export const badLink = {
  ticket_invalid: { status: 410, message: "This link has been used or is too old." },
} as const;

export const closed = {
  sign_up_closed: { status: 404, message: "Here the operator makes accounts." },
} as const;
