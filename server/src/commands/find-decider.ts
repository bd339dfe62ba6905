import { readPermissions, type Permission } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { OptionError } from "./option-values.ts";

/**
 * Who decides: the system where no member is named, else the member. Throws OptionError of a member who is disabled or
 * of another organization than the transaction's merchant, or who does not hold the permission where one is asked for.
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
