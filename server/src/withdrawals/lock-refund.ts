import type { Tx } from "#lib/db";
import { WithdrawalError } from "./errors.ts";
import { refundColumns, type Refund } from "./refund.ts";

/** Locks a refund until the transaction ends. Throws WithdrawalError.refund_not_found. */
export async function lockRefund(tx: Tx, topUpId: string): Promise<Refund> {
  const [refund] = await tx.query<Refund>(
    `select ${refundColumns}
     from withdrawals.refund
     where merchant_id = $1
       and top_up_id = $2
     for update`,
    [tx.merchantId, topUpId],
  );
  if (refund === undefined) throw WithdrawalError.refund_not_found({ topUpId });
  return refund;
}
