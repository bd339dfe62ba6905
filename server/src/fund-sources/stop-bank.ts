import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";

/**
 * Switches a bank off for new instructions because something must be checked, in the caller's transaction.
 * Returns false if it is already off. It stays off until a person switches it on (`setBankEnabled`).
 */
export async function stopBank(
  tx: Tx,
  { bankId, because }: { bankId: string; because: string },
): Promise<boolean> {
  const count = await tx.execute(
    `update fund_sources.bank_connection
     set enabled = false, stopped_because = $3, stopped_at = $4
     where merchant_id = $1
       and bank_id = $2
       and enabled`,
    [tx.merchantId, bankId, because, tx.now],
  );
  if (count === 0) return false;
  const detail = { because };
  await recordAudit(tx, [
    { actor: "system", action: "fund-sources.bank_stopped", subject: `bank:${bankId}`, detail },
  ]);
  return true;
}
