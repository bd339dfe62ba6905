import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

/**
 * Takes beneficiaries off the list, whatever approval was needed. Returns the merchant's ids of those that
 * were on it. Their rows stay for the history of transfers.
 */
export async function removeListed(
  tx: Tx,
  { beneficiaryIds, by }: { beneficiaryIds: readonly string[]; by: Actor },
): Promise<string[]> {
  if (beneficiaryIds.length === 0) return [];
  const removed = await tx.query<RemovedRow>(REMOVE, [tx.merchantId, beneficiaryIds, tx.now, by]);
  await recordRemovals(tx, removed, by);
  return removed.map(({ beneId }) => beneId);
}

export interface RemovedRow {
  readonly beneficiaryId: string;
  readonly beneId: string;
}

/** Records who removed them. */
export function recordRemovals(tx: Tx, removed: readonly RemovedRow[], by: Actor): Promise<void> {
  return recordAudit(
    tx,
    removed.map(({ beneficiaryId, beneId }) => ({
      actor: by,
      action: "beneficiaries.beneficiary_removed",
      subject: `beneficiary:${beneficiaryId}`,
      detail: { beneId },
    })),
  );
}

const REMOVE = `
  update beneficiaries.beneficiary
  set removed_at = $3, removed_by = $4
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and bene_id is not null
    and removed_at is null
  returning beneficiary_id as "beneficiaryId", bene_id as "beneId"`;
