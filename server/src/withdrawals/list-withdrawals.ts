import type { Tx } from "#lib/db";
import { withdrawalColumns, type Withdrawal } from "./withdrawal.ts";

/** A merchant's withdrawals, newest first, at most `limit` (1 to 1,000); with `before` only those made before it. */
export async function listWithdrawals(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly withdrawalId: string } },
): Promise<Withdrawal[]> {
  return tx.query<Withdrawal>(
    `select ${withdrawalColumns}
     from withdrawals.withdrawal
     where merchant_id = $1
       and ($2::uuid is null or withdrawal_id < $2)
     order by withdrawal_id desc
     limit $3`,
    [tx.merchantId, before?.withdrawalId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}
