import Type, { type TSchema } from "typebox";
import { PERMISSIONS, ROLES, type Role, type TeamMember } from "#access";
import { person } from "#dashboard/schemas";
import { waitsSchema } from "./rights.ts";
import { id, listOf, object, oneOf, optional } from "#http";

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const rights = Type.Object({
  /** A role's key; null for a custom role (`roleName`), or permissions given one by one. */
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
  /** The name of 30 days ago, if it was another one. */
  formerly: orNull(Type.String()),
  /** True if another member of the organization has this name, or one that looks like it. */
  hasNamesake: Type.Boolean(),
  /** What the member may do in each environment. */
  sandbox: rights,
  live: rights,
  status: Type.Enum(["active", "invited", "disabled"]),
  emailProved: Type.Boolean(),
  secondFactor: Type.Boolean(),
  usedAt: orNull(Type.String()),
  /** Rights that others have to approve first. */
  waits: waitsSchema,
  /** A reset of the second factor that another member has asked for. */
  reset: orNull(
    Type.Object({
      resetId: Type.String(),
      askedBy: person,
      /** Null: no second member has agreed yet. */
      agreedBy: orNull(person),
      dueAt: orNull(Type.String()),
    }),
  ),
  /** A change by another Owner that will disable this one or reduce its live permissions, and its time. */
  ownerChange: orNull(
    Type.Object({
      disables: Type.Boolean(),
      /** What it takes in live; null: the Owner is disabled, or it is not known. */
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
 * What a member may do: a role's key, a custom role, or permissions one by one. It is for both environments, or else
 * each has its own.
 */
export const grant = object({
  ...oneGrant,
  sandbox: optional(object(oneGrant)),
  live: optional(object(oneGrant)),
});
