import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

/**
 * Holds back sending to some banks after the database was restored to the moment `since` of the merchant's
 * clock, in the caller's transaction. Returns the banks that were not held back since then already.
 */
export async function setRecovering(
  tx: Tx,
  { bankIds, since, by, because }: { bankIds: readonly string[]; since: Date; by: Actor; because: string },
): Promise<string[]> {
  const rows = await tx.query<{ bankId: string }>(
    `update fund_sources.bank_connection
     set recovering_since = least(recovering_since, $3), recovery_began_at = $4
     where merchant_id = $1
       and bank_id = any ($2::text[])
       and (recovering_since is null or recovering_since > $3)
     returning bank_id as "bankId"`,
    [tx.merchantId, bankIds, since, tx.now],
  );
  await audit(tx, rows, { action: "fund-sources.recovery_began", by, because });
  return rows.map(({ bankId }) => bankId);
}

/** Resumes sending to some banks, in the caller's transaction. Returns those that were held back. */
export async function endRecovering(
  tx: Tx,
  { bankIds, by, because }: { bankIds: readonly string[]; by: Actor; because: string },
): Promise<string[]> {
  const rows = await tx.query<{ bankId: string }>(
    `update fund_sources.bank_connection
     set recovering_since = null, recovery_began_at = null
     where merchant_id = $1
       and bank_id = any ($2::text[])
       and recovering_since is not null
     returning bank_id as "bankId"`,
    [tx.merchantId, bankIds],
  );
  await audit(tx, rows, { action: "fund-sources.recovery_ended", by, because });
  return rows.map(({ bankId }) => bankId);
}

async function audit(
  tx: Tx,
  banks: readonly { bankId: string }[],
  { action, by, because }: { action: string; by: Actor; because: string },
): Promise<void> {
  const detail = { because };
  await recordAudit(
    tx,
    banks.map(({ bankId }) => ({ actor: by, action, subject: `bank:${bankId}`, detail })),
  );
}
