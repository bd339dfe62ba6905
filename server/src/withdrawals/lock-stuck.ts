import type { Tx } from "#lib/db";
import { WithdrawalError } from "./errors.ts";
import { refundColumns, type Refund } from "./refund.ts";

/**
 * Locks a refund that a person must decide about until the transaction ends. Throws WithdrawalError.refund_not_found,
 * refund_under_way while it is tried or has ended, refund_paid_late where the sender has the money already.
 */
export async function lockStuck(tx: Tx, topUpId: string): Promise<void> {
  const [refund] = await tx.query<Refund>(
    `select ${refundColumns}
     from withdrawals.refund
     where merchant_id = $1
       and top_up_id = $2
     for update`,
    [tx.merchantId, topUpId],
  );
  if (refund === undefined) throw WithdrawalError.refund_not_found({ topUpId });
  if (refund.status !== "stuck") throw WithdrawalError.refund_under_way({ status: refund.status });
  if (refund.reason === "PAID_AFTER_FAILURE") throw WithdrawalError.refund_paid_late({ utr: refund.utr });
}
