import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Permission } from "./permissions.ts";
import { requirePermission } from "./require-permission.ts";

/**
 * Asks members for a permission and lets every other actor pass: what an API client or a schedule may do was decided
 * where it came in. For settings that the merchant API may change as well. Throws `not_permitted`.
 */
export async function requireOfMember(tx: Tx, by: Actor, permission: Permission): Promise<void> {
  if (by.startsWith("member:")) await requirePermission(tx, by, permission);
}
