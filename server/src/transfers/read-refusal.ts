import type { Context } from "#lib/context";
import type { RefusalCode } from "./errors.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Why an order was rejected or failed when it came, for answering it again in the same words: reasons that merchants
 * read tell less. Null for one that was taken, whatever became of it later.
 */
export async function readRefusal(ctx: Context, transfer: Transfer): Promise<RefusalCode | null> {
  if (!endedAtOnce(transfer)) return null;
  const { merchantId, transferId } = transfer;
  const [first] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ because: RefusalCode }>(
      `select because
       from transfers.step
       where merchant_id = $1
         and transfer_id = $2
         and from_status = 'received'
         and to_status in ('rejected', 'failed')`,
      [merchantId, transferId],
    ),
  );
  return first?.because ?? null;
}

/** Whether the order was not carried out when it came: its first step was its last. */
export function endedAtOnce({ status, steps }: Transfer): boolean {
  return steps === 1 && (status === "rejected" || status === "failed");
}
