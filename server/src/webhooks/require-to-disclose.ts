import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Format } from "./format.ts";

/** Added to the audit record of a change by which full account numbers go to a new place. */
const DISCLOSES = { disclosesAccountNumbers: true } as const;

/** Returns true if bodies of the format contain full account numbers. */
export const holdsAccounts = (format: Format): boolean => format === "v2";

/**
 * Requires that a member who has full account numbers sent to a URL may see them. Returns an addition to the
 * audit record. Throws AccessError.not_permitted.
 */
export async function requireToDisclose(
  tx: Tx,
  by: Actor,
  format: Format,
): Promise<Partial<typeof DISCLOSES>> {
  if (!holdsAccounts(format)) return {};
  await requireOfMember(tx, by, "reveal_account_numbers");
  return DISCLOSES;
}
