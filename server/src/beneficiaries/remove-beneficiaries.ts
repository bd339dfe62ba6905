import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { endBeneficiaries } from "./end-beneficiaries.ts";

/**
 * Removes a set of beneficiaries in the caller's transaction and answers the merchant's ids of those that
 * were there and are gone: where a policy says so, members must agree first. Their rows stay for the history of
 * transfers; an id that was removed may be added again.
 */
export async function removeBeneficiaries(
  tx: Tx,
  { beneIds, by }: { beneIds: readonly string[]; by: Actor },
): Promise<string[]> {
  return [...(await endBeneficiaries(tx, { beneIds, by })).removed];
}
