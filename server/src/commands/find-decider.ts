import { readPermissions, type Permission } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { OptionError } from "./option-values.ts";

/**
 * Returns the decider: the system if no member is named, else the member. Throws OptionError if the member is
 * disabled, is of another organization than the transaction's merchant, or lacks the required permission.
 */
export async function findDecider(
  tx: Tx,
  memberId: string | undefined,
  permission: Permission | null,
): Promise<Actor> {
  if (memberId === undefined) return "system";
  const found = (await readPermissions(tx, [memberId])).get(memberId);
  if (found === undefined) {
    throw new OptionError(`--member ${memberId} is not an active member of the merchant's organization`);
  }
  if (permission !== null && !found.permissions.has(permission)) {
    throw new OptionError(
      `--member ${memberId} cannot decide this: it requires the permission ${permission}`,
    );
  }
  return `member:${memberId}`;
}
