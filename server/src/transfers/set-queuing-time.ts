import type { Context } from "#lib/context";
import { writeQueuingTime, type QueuingTime } from "./write-queuing-time.ts";

/**
 * Lets a merchant's transfers wait for money for so many hours (1 to 240), or not at all (null). Those that wait
 * already keep their time. Throws TransferError.queuing_time_invalid; AccessError.not_permitted of a member who may not
 * manage settings.
 */
export async function setQueuingTime(ctx: Context, merchantId: string, time: QueuingTime): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writeQueuingTime(tx, time));
}
