import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Format } from "./format.ts";

/** What an audit record says of a change by which whole account numbers go where they did not go before. */
const DISCLOSES = { disclosesAccountNumbers: true } as const;

/** Whether bodies of the format hold whole account numbers. */
export const holdsAccounts = (format: Format): boolean => format === "v2";

/**
 * Asks a member who has whole account numbers sent to an address for the right to see them. Answers what the audit
 * record must say more. Throws AccessError.not_permitted.
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
