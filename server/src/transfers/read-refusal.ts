import type { Context } from "#lib/context";
import type { RefusalCode } from "./errors.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Returns why an order was rejected or failed at once, so that a repeat gets the same answer: the reasons
 * that merchants read are less precise. Null for an order that was accepted, whatever happened to it later.
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

/** Returns true if the order was not carried out at all: its first step was its last. */
export function endedAtOnce({ status, steps }: Transfer): boolean {
  return steps === 1 && (status === "rejected" || status === "failed");
}
