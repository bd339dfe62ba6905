import type { Context } from "#lib/context";
import type { RefusalCode } from "./errors.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Why an order was refused when it came, for answering it again in the same words: reasons that merchants read tell
 * less. Null for one that was taken, whatever became of it later.
 */
export async function readRefusal(
  ctx: Context,
  { merchantId, transferId, status }: Transfer,
): Promise<RefusalCode | null> {
  if (status !== "rejected") return null;
  const [first] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ because: RefusalCode }>(
      `select because
       from transfers.step
       where merchant_id = $1
         and transfer_id = $2
         and from_status = 'received'
         and to_status = 'rejected'`,
      [merchantId, transferId],
    ),
  );
  return first?.because ?? null;
}
