import type { Context } from "#lib/context";
import { writeQueuingTime, type QueuingTime } from "./write-queuing-time.ts";

/**
 * Sets for how many hours (1 to 240) a merchant's transfers wait for money; null: they do not wait. Transfers
 * that wait already keep their time. Throws TransferError.queuing_time_invalid, and AccessError.not_permitted
 * for a member who cannot manage settings.
 */
export async function setQueuingTime(ctx: Context, merchantId: string, time: QueuingTime): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writeQueuingTime(tx, time));
}
