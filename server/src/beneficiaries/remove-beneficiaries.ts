import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { endBeneficiaries } from "./end-beneficiaries.ts";

/**
 * Removes a set of beneficiaries in the caller's transaction. Returns the merchant's ids of those that were
 * removed; if a policy says so, members must approve first. Rows stay for the history of transfers; a removed
 * id may be added again.
 */
export async function removeBeneficiaries(
  tx: Tx,
  { beneIds, by }: { beneIds: readonly string[]; by: Actor },
): Promise<string[]> {
  return [...(await endBeneficiaries(tx, { beneIds, by })).removed];
}
