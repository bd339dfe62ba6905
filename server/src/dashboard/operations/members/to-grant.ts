import type { Grant, Grants, Permission, Role } from "#access";
import { Refusal } from "#http";

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
 * The one thing that is granted in both environments, or in each of them. Throws the refusal `grant_unclear` when one
 * is left out, or several things are named.
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
