import Type, { type TSchema } from "typebox";
import { PERMISSIONS, ROLES, type Role, type TeamMember } from "#access";
import { person } from "#dashboard/schemas";
import { waitsSchema } from "./rights.ts";
import { id, listOf, object, oneOf, optional } from "#http";

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const rights = Type.Object({
  /** The key of a built-in role; null for a custom role (`roleName`) or for single permissions. */
  role: orNull(Type.String()),
  roleId: orNull(Type.String()),
  roleName: orNull(Type.String()),
  permissions: Type.Array(Type.String()),
});

/** A member as those who manage members see it. */
export const memberSchema = Type.Object({
  memberId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** The member's name 30 days ago; null if it was the same. */
  formerly: orNull(Type.String()),
  /** True if another member of the organization has this name, or one that looks like it. */
  hasNamesake: Type.Boolean(),
  sandbox: rights,
  live: rights,
  status: Type.Enum(["active", "invited", "disabled"]),
  emailProved: Type.Boolean(),
  secondFactor: Type.Boolean(),
  usedAt: orNull(Type.String()),
  /** Rights that wait for the approval of others. */
  waits: waitsSchema,
  /** A reset of the second factor that another member requested. */
  reset: orNull(
    Type.Object({
      resetId: Type.String(),
      askedBy: person,
      /** Null until another member approves. */
      agreedBy: orNull(person),
      dueAt: orNull(Type.String()),
    }),
  ),
  /** A change by another Owner that will disable this one or reduce its live permissions, and its time. */
  ownerChange: orNull(
    Type.Object({
      disables: Type.Boolean(),
      /** The live permissions that it removes; null if the Owner is disabled, or if they are not known. */
      takes: orNull(Type.Array(Type.String())),
      askedBy: person,
      dueAt: Type.String(),
    }),
  ),
});

export function toMember({ active, invited, rights: held, roleNames: named, ...member }: TeamMember) {
  return {
    ...member,
    sandbox: { ...held.sandbox, roleName: named.sandbox },
    live: { ...held.live, roleName: named.live },
    status: active ? (invited ? "invited" : "active") : "disabled",
  };
}

const roleNames = Object.keys(ROLES) as Role[];

const oneGrant = {
  role: optional(oneOf(roleNames)),
  roleId: optional(id()),
  permissions: optional(listOf(oneOf(PERMISSIONS), { max: PERMISSIONS.length })),
};

/**
 * The rights of a member: a built-in role, a custom role or single permissions, either for both environments or for
 * each of them.
 */
export const grant = object({
  ...oneGrant,
  sandbox: optional(object(oneGrant)),
  live: optional(object(oneGrant)),
});
