import { recordAudit, type Actor } from "#audit";
import { countSuspended } from "#fund-sources";
import type { Context } from "#lib/context";
import { lockStuck } from "./lock-stuck.ts";

/**
 * Lets money that was to go back to its sender count as a recharge after all, because a person knows that it is the
 * merchant's own. Throws WithdrawalError.refund_not_found, refund_under_way while a transfer may pay it back, or
 * refund_paid_late where the sender has the money.
 */
export async function creditRefund(
  ctx: Context,
  merchantId: string,
  { topUpId, because, by }: { topUpId: string; because: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockStuck(tx, topUpId);
    await countSuspended(tx, topUpId);
    await tx.execute(
      `update withdrawals.refund
       set status = 'credited', reason = null, finished_at = $3
       where merchant_id = $1
         and top_up_id = $2`,
      [merchantId, topUpId, tx.now],
    );
    const action = "withdrawals.refund_credited";
    await recordAudit(tx, [{ actor: by, action, subject: `top-up:${topUpId}`, detail: { because } }]);
  });
}
