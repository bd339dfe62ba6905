/** Schemas, grants and refusals that the operations on rights share. */
import Type from "typebox";
import type { Grant, Grants, Permission, Role } from "#access";
import { person } from "#dashboard/schemas";
import { Refusal } from "#http";

const text = Type.String();

/** Requests that others must approve before all rights are granted; empty if they are granted. */
export const askedSchema = Type.Array(
  Type.Object({
    requestId: text,
    mode: Type.Enum(["sandbox", "live"]),
    /** The time at which the rights are granted without approval, because no one else can approve; otherwise null. */
    aloneUntil: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  }),
);

/** The time when a change that takes live rights from another Owner takes effect; null if it has taken effect. */
export const waitsUntilSchema = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

/** Rights that wait until another member approves them, as they are listed with the member or the role. */
export const waitsSchema = Type.Array(
  Type.Object({
    requestId: text,
    mode: Type.Enum(["sandbox", "live"]),
    permissions: Type.Array(text),
    askedBy: person,
    expiresAt: Type.String({ format: "date-time" }),
    aloneUntil: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  }),
);

interface Given {
  readonly role?: Role | undefined;
  readonly roleId?: string | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

interface GivenByEnvironment extends Given {
  readonly sandbox?: Given | undefined;
  readonly live?: Given | undefined;
}

/**
 * Reads the grant for both environments or for each of them. Throws the refusal `grant_unclear` if one environment is
 * left out, or if a grant names none or several of a role, a custom role and permissions.
 */
export function toGrants({ sandbox, live, ...both }: GivenByEnvironment): Grants {
  if (sandbox === undefined && live === undefined) return toGrant(both);
  if (sandbox === undefined || live === undefined || Object.values(both).some((one) => one !== undefined))
    throw unclear();
  return { sandbox: toGrant(sandbox), live: toGrant(live) };
}

function toGrant({ role, roleId, permissions }: Given): Grant {
  const named: Grant[] = [];
  if (role !== undefined) named.push({ role });
  if (roleId !== undefined) named.push({ roleId });
  if (permissions !== undefined) named.push({ permissions });
  const [grant] = named;
  if (grant === undefined || named.length > 1) throw unclear();
  return grant;
}

const unclear = (): Refusal => new Refusal("grant_unclear", { field: "grant" });

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

/** Only the member who made a request, or those who decide about it, can end it. */
export const alreadyOpen = {
  already_open: {
    status: 409,
    message:
      "Rights that another member has asked for are waiting for approval. They are decided about first.",
  },
} as const;

export const lastManager = {
  emergency_owner_needed: {
    status: 409,
    message:
      "This Owner can log in when the provider is away. Choose another one under Single sign-on first.",
  },
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
