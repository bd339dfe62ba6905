/** Refusals of operations on members, by the codes of AccessError. */
export const noMember = {
  member_not_found: { status: 404, message: "This member does not exist." },
} as const;

export const notYoursToGive = {
  not_yours_to_give: {
    status: 403,
    message:
      "You can grant only permissions you have in that environment, and only an Owner can change an Owner.",
  },
} as const;

export const badGrant = {
  ...notYoursToGive,
  grant_unclear: {
    status: 422,
    message: "Name a role, or permissions one by one, for both environments or for each of them.",
  },
  role_not_found: { status: 404, message: "This role does not exist." },
} as const;

/** A request of another member is ended by that member, or by those who decide about it. */
export const alreadyOpen = {
  already_open: {
    status: 409,
    message:
      "Rights that another member has asked for are waiting for approval. They are decided about first.",
  },
} as const;

export const lastManager = {
  last_manager: { status: 409, message: "At least one member must be able to manage members." },
} as const;

export const unproved = {
  email_not_proved: { status: 403, message: "Confirm your own e-mail address first." },
} as const;

export const badRole = {
  bad_role: {
    status: 422,
    message: "A role has a name of at most 60 characters and at least one permission.",
  },
  bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  role_exists: { status: 409, message: "A role of this name already exists." },
} as const;
