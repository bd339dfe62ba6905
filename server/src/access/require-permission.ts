import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import type { Permission } from "./permissions.ts";
import { readPermissions } from "./read-permissions.ts";

/**
 * Lets the system pass, and members of the transaction's organization who hold the permission, until it ends.
 * Throws `not_permitted` for everyone else.
 */
export async function requirePermission(tx: Tx, by: Actor, permission: Permission): Promise<void> {
  if (by === "system" || (await isPermitted(tx, by, permission))) return;
  throw AccessError.not_permitted({ by, permission });
}

/** Returns true if an actor is a member who holds a permission, in the environment of the transaction's merchant. */
export async function isPermitted(tx: Tx, by: Actor, permission: Permission): Promise<boolean> {
  const memberId = memberOf(by);
  const found = memberId === null ? undefined : (await readPermissions(tx, [memberId])).get(memberId);
  return found?.permissions.has(permission) === true;
}

/** Returns true if an actor is a member who owns the organization, in the environment of the transaction's merchant. */
export const isOwner = (tx: Tx, by: Actor): Promise<boolean> => isPermitted(tx, by, "own_organization");

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of the member that an actor is, or null when it is not a member. */
export function memberOf(actor: Actor): string | null {
  const id = actor.startsWith("member:") ? actor.slice("member:".length) : "";
  return UUID.test(id) ? id : null;
}
