import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { lockStuck } from "./lock-stuck.ts";
import { wakeWithdrawals } from "./wake-withdrawals.ts";

/**
 * Tries a refund once more that is stuck. Throws WithdrawalError.refund_not_found, refund_under_way while it is tried
 * anyway or has ended, or refund_paid_late where the sender has the money.
 */
export async function retryRefund(
  ctx: Context,
  merchantId: string,
  { topUpId, by }: { topUpId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockStuck(tx, topUpId);
    await tx.execute(
      `update withdrawals.refund
       set status = 'waiting', due_at = $3
       where merchant_id = $1
         and top_up_id = $2`,
      [merchantId, topUpId, tx.now],
    );
    await recordAudit(tx, [
      { actor: by, action: "withdrawals.refund_retried", subject: `top-up:${topUpId}` },
    ]);
    await wakeWithdrawals(tx);
  });
}
