import Type, { type TSchema } from "typebox";
import { PERMISSIONS, ROLES, type Role, type TeamMember } from "#access";
import { id, listOf, object, oneOf, optional } from "#http";

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A member as those who manage members see it. */
export const memberSchema = Type.Object({
  memberId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** A role's key; null for a custom role (`roleName`), or permissions given one by one. */
  role: orNull(Type.String()),
  roleId: orNull(Type.String()),
  roleName: orNull(Type.String()),
  permissions: Type.Array(Type.String()),
  status: Type.Enum(["active", "invited", "disabled"]),
  emailProved: Type.Boolean(),
  secondFactor: Type.Boolean(),
  usedAt: orNull(Type.String()),
  /** A reset of the second factor that another member has asked for. */
  reset: orNull(Type.Object({ resetId: Type.String(), askedBy: Type.String(), askedById: Type.String() })),
});

export function toMember({ active, invited, ...member }: TeamMember) {
  return { ...member, status: active ? (invited ? "invited" : "active") : "disabled" };
}

const roleNames = Object.keys(ROLES) as Role[];

/** What a member may do: a role's key, a custom role, or permissions one by one. */
export const grant = object({
  role: optional(oneOf(roleNames)),
  roleId: optional(id()),
  permissions: optional(listOf(oneOf(PERMISSIONS), { max: PERMISSIONS.length })),
});
