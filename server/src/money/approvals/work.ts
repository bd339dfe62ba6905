/** The background work of approvals: it ends requests that no one decided in time. */
import type { Context } from "#lib/context";
import { defineWorker, momentsIn } from "#lib/worker";
import { completeAlone, expireRequests } from "./expire-requests.ts";

/** Ends all requests of a merchant whose time has come or passed, and returns how many. */
export async function workApprovals(ctx: Context, merchantId: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const alone = await ctx.db.inMerchant(merchantId, completeAlone);
    const expired = await ctx.db.inMerchant(merchantId, expireRequests);
    ended += alone + expired.length;
    if (alone + expired.length === 0) return ended;
  }
}

export const approvalsWorker = defineWorker({
  name: "approvals",
  everyMs: 5_000,
  due: `exists (
      select from approvals.request
      where request.merchant_id = clock.merchant_id
        and request.status = 'pending'
        and request.expires_at <= clock.now
    )
    or exists (
      select from approvals.request
      where request.merchant_id = clock.merchant_id
        and request.status = 'pending'
        and request.alone_until <= clock.now
    )`,
  work: workApprovals,
  /** The times at which requests end. */
  moments: {
    approvals: momentsIn(
      "approvals.request",
      "least(expires_at, coalesce(alone_until, expires_at))",
      "status = 'pending'",
    ),
  },
});
