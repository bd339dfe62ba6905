import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import type { Permission } from "./permissions.ts";
import { readPermissions } from "./read-permissions.ts";
import { memberOf } from "./require-permission.ts";

export interface Gift {
  /** What the other may do afterwards. */
  readonly given: readonly Permission[];
  /** What the other may do now. */
  readonly held: readonly Permission[];
}

/**
 * Lets a member give only what it holds, and change an Owner only as an Owner. The system may give anything. Throws
 * `not_yours_to_give`.
 */
export async function requireMayGive(tx: Tx, by: Actor, { given, held }: Gift): Promise<void> {
  const memberId = memberOf(by);
  if (by === "system" || memberId === null) return;
  const own = (await readPermissions(tx, [memberId])).get(memberId)?.permissions;
  const before = new Set(held);
  const missing = given.filter((permission) => !before.has(permission) && own?.has(permission) !== true);
  const touchesOwner = before.has("own_organization") && own?.has("own_organization") !== true;
  if (touchesOwner || missing.length > 0) throw AccessError.not_yours_to_give({ permissions: missing });
}
