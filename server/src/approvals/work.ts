/** The background work of approvals: what no one decided in time ends. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { momentsIn } from "#lib/moments";
import { startWorking, type Working } from "#lib/work-loop";
import { completeAlone, expireRequests } from "./expire-requests.ts";

const CHANNEL = "approvals";
const MERCHANTS_MAX = 1_000;
const LOOK_EVERY_MS = 5_000;

/** Ends all requests of a merchant whose time has passed or come; answers how many. */
export async function workApprovals(ctx: Context, merchantId: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const alone = await ctx.db.inMerchant(merchantId, completeAlone);
    const expired = await ctx.db.inMerchant(merchantId, expireRequests);
    ended += alone + expired.length;
    if (alone + expired.length === 0) return ended;
  }
}

/** Makes the worker look at this merchant when the transaction commits: its time may have come. */
export async function wakeApprovals(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}

/** Starts the worker of this process. */
export function startApprovals(ctx: Context): Working {
  return startWorking(ctx, {
    name: "approvals",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithExpired(ctx),
    work: async (merchantId) => void (await workApprovals(ctx, merchantId)),
    everyMs: LOOK_EVERY_MS,
  });
}

/** Merchants that have requests past their time, by each one's own clock. */
async function findMerchantsWithExpired(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchantId: string }>(FIND_DUE, [MERCHANTS_MAX]));
  return rows.map((row) => row.merchantId);
}

// The clock apart: row level security lets no function of ours into an index condition.
const FIND_DUE = `
  with clock as materialized (
    select merchant_id, lib.now_of(merchant_id) as now
    from access.merchant
  )
  select clock.merchant_id as "merchantId"
  from clock
  cross join lateral (
    select from approvals.request
    where request.merchant_id = clock.merchant_id
      and request.status = 'pending'
      and request.expires_at <= clock.now
    union all
    select from approvals.request
    where request.merchant_id = clock.merchant_id
      and request.status = 'pending'
      and request.alone_until <= clock.now
    limit 1
  ) as due
  limit $1`;

/** When requests end. */
export const APPROVAL_MOMENTS = {
  approvals: momentsIn(
    "approvals.request",
    "least(expires_at, coalesce(alone_until, expires_at))",
    "status = 'pending'",
  ),
};
