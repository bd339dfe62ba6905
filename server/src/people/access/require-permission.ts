import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import type { Permission } from "./permissions.ts";
import { readPermissions } from "./read-permissions.ts";

/**
 * Lets the system pass, and members of the transaction's organization who hold the permission, which they keep until it
 * ends. Throws `not_permitted` for everyone else.
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

/**
 * Requires a permission of members and lets every other actor pass, because the entry point has already checked what an
 * API client or a schedule may do. For settings that the merchant API may change as well. Throws `not_permitted`.
 */
export async function requireOfMember(tx: Tx, by: Actor, permission: Permission): Promise<void> {
  if (by.startsWith("member:")) await requirePermission(tx, by, permission);
}

/** The rights of a member in each environment. */
export type Held = Readonly<Record<MerchantMode, { readonly permissions: readonly Permission[] }>>;

interface RefusedGift {
  /** The rights that the other member has afterwards. */
  readonly given: Held;
  /** The rights that the other member has now. */
  readonly held: Held;
}

/** The rights of a member who does not exist yet. */
export const NOTHING: Held = { sandbox: { permissions: [] }, live: { permissions: [] } };

/**
 * Lets a member give only what it holds in the same environment, and change an Owner only as an Owner. The system may
 * give anything. Throws `not_yours_to_give`.
 */
export async function requireMayGive(tx: Tx, by: Actor, { given, held }: RefusedGift): Promise<void> {
  const memberId = memberOf(by);
  if (by === "system" || memberId === null) return;
  const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
  for (const mode of ["live", "sandbox"] as const) {
    const own = rights?.[mode];
    const before = new Set(held[mode].permissions);
    const missing = given[mode].permissions.filter(
      (permission) => !before.has(permission) && own?.has(permission) !== true,
    );
    const touchesOwner = before.has("own_organization") && own?.has("own_organization") !== true;
    if (touchesOwner || missing.length > 0)
      throw AccessError.not_yours_to_give({ permissions: missing, mode });
  }
}
