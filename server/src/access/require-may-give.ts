import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import type { Permission } from "./permissions.ts";
import { readPermissions } from "./read-permissions.ts";
import { memberOf } from "./require-permission.ts";

/** What someone may do in each environment. */
export type Held = Readonly<Record<Mode, { readonly permissions: readonly Permission[] }>>;

export interface Gift {
  /** What the other may do afterwards. */
  readonly given: Held;
  /** What the other may do now. */
  readonly held: Held;
}

/** What someone holds who is not there yet. */
export const NOTHING: Held = { sandbox: { permissions: [] }, live: { permissions: [] } };

/**
 * Lets a member give only what it holds in the same environment, and change an Owner only as an Owner. The system may
 * give anything. Throws `not_yours_to_give`.
 */
export async function requireMayGive(tx: Tx, by: Actor, { given, held }: Gift): Promise<void> {
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
