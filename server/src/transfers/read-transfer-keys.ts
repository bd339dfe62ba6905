import type { Tx } from "#lib/db";

/** Reads the transfer keys for our IDs; IDs that belong to no transfer are left out. */
export async function readTransferKeys(
  tx: Tx,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (transferIds.length === 0) return new Map();
  const rows = await tx.query<{ transferId: string; transferKey: string }>(READ, [
    tx.merchantId,
    [...new Set(transferIds)],
  ]);
  return new Map(rows.map(({ transferId, transferKey }) => [transferId, transferKey]));
}

const READ = `
  select transfer_id as "transferId", transfer_key as "transferKey"
  from transfers.transfer
  where merchant_id = $1
    and transfer_id = any ($2::uuid[])`;
