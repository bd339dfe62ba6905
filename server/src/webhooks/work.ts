/** The worker's part in webhooks: finds merchants with due webhooks, and delivers them. */
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import { claimDeliveries } from "./claim-deliveries.ts";
import { deliverClaim, type DeliverOptions } from "./send-deliveries.ts";
import { LOST_BEFORE } from "./endpoints.ts";

export type { DeliverOptions } from "./send-deliveries.ts";

export interface DeliveryCount {
  /** Deliveries claimed in this round. */
  readonly claimed: number;
  readonly delivered: number;
  readonly dead: number;
}

/**
 * Does one round for a merchant: claims up to 500 due webhooks of each endpoint, sends them and records the
 * results, endpoint by endpoint. If a round crashes before it records, it is repeated after its lease, with
 * the same webhook IDs.
 */
export async function deliverWebhooks(
  ctx: Context,
  merchantId: string,
  options: DeliverOptions = {},
): Promise<DeliveryCount> {
  const { claims } = await ctx.db.inMerchant(merchantId, (tx) => claimDeliveries(tx));
  crashPoint("webhooks.deliver.after_claim");
  const settled = await Promise.allSettled(
    claims.map((claim) => deliverClaim(ctx, merchantId, { claim, options })),
  );
  // Every endpoint has had its turn before the first error is thrown.
  const ended = settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const sum = (count: (one: { delivered: number; dead: number }) => number): number =>
    ended.reduce((total, one) => total + count(one), 0);
  return {
    claimed: claims.reduce((total, claim) => total + claim.deliveries.length, 0),
    delivered: sum((one) => one.delivered),
    dead: sum((one) => one.dead),
  };
}

const MERCHANTS_MAX = 1_000;

/** Finds merchants with a webhook due now, by their own clocks; at most 1,000 at a time. */
export async function findMerchantsWithDueDeliveries(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchant_id: string }>(FIND_DUE, [MERCHANTS_MAX]));
  return rows.map((row) => row.merchant_id);
}

// The clock is read separately: row level security does not allow our functions in an index condition.
const FIND_DUE = `
  with clock as materialized (
    select merchant_id, endpoint_id, listened_at, lib.now_of(merchant_id) as now
    from webhooks.endpoint
    where status = 'enabled'
  )
  select distinct clock.merchant_id
  from clock
  where exists (
      select from webhooks.event
      where event.merchant_id = clock.merchant_id and event.pending
    )
    or clock.listened_at < ${LOST_BEFORE}
    or clock.listened_at is null and exists (
      select from webhooks.delivery
      where delivery.merchant_id = clock.merchant_id
        and delivery.endpoint_id = clock.endpoint_id
        and delivery.status = 'pending'
        and delivery.due_at <= clock.now
    )
  limit $1`;
