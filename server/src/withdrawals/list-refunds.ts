import type { Tx } from "#lib/db";
import { refundColumns, type Refund } from "./refund.ts";

/** A merchant's refunds, newest first, at most `limit` (1 to 1,000); with `before` only those that arrived earlier. */
export async function listRefunds(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly topUpId: string } },
): Promise<Refund[]> {
  return tx.query<Refund>(
    `select ${refundColumns}
     from withdrawals.refund
     where merchant_id = $1
       and ($2::uuid is null or top_up_id < $2)
     order by top_up_id desc
     limit $3`,
    [tx.merchantId, before?.topUpId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}
