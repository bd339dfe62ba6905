import type { Grant, Permission, Role } from "#access";
import { Refusal } from "#http";

interface Given {
  readonly role?: Role | undefined;
  readonly roleId?: string | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

/** The one thing that a grant names. Throws the refusal `grant_unclear` when it names none or several. */
export function toGrant({ role, roleId, permissions }: Given): Grant {
  const named: Grant[] = [];
  if (role !== undefined) named.push({ role });
  if (roleId !== undefined) named.push({ roleId });
  if (permissions !== undefined) named.push({ permissions });
  const [grant] = named;
  if (grant === undefined || named.length > 1) throw new Refusal("grant_unclear", { field: "grant" });
  return grant;
}
