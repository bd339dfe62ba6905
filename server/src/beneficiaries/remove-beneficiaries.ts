import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

/**
 * Removes a set of beneficiaries in the caller's transaction and answers the merchant's ids of those that
 * were there. Their rows stay for the history of transfers; an id that was removed may be added again.
 */
export async function removeBeneficiaries(
  tx: Tx,
  { beneIds, by }: { beneIds: readonly string[]; by: Actor },
): Promise<string[]> {
  const removed = await tx.query<{ beneficiary_id: string; bene_id: string }>(
    `update beneficiaries.beneficiary
     set removed_at = $3, removed_by = $4
     where merchant_id = $1
       and bene_id = any ($2::text[])
       and bene_id is not null
       and removed_at is null
     returning beneficiary_id, bene_id`,
    [tx.merchantId, beneIds, tx.now, by],
  );
  await recordAudit(
    tx,
    removed.map((row) => ({
      actor: by,
      action: "beneficiaries.beneficiary_removed",
      subject: `beneficiary:${row.beneficiary_id}`,
      detail: { beneId: row.bene_id },
    })),
  );
  return removed.map((row) => row.bene_id);
}
