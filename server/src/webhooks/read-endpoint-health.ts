import type { Context } from "#lib/context";

/** Results of an endpoint in the last 24 hours, among the newest 2,000 deliveries of the merchant. */
export interface EndpointHealth {
  readonly endpointId: string;
  readonly delivered: number;
  /** Deliveries that were given up, or that failed at least once and are still being tried. */
  readonly failing: number;
  /** 95% of the responses took at most this long, in ms; null: there was none. */
  readonly p95Ms: number | null;
  readonly lastAt: Date;
}

/** Reads the results of each endpoint with deliveries, by endpoint ID. The rows read are limited. */
export async function readEndpointHealth(
  ctx: Context,
  merchantId: string,
): Promise<ReadonlyMap<string, EndpointHealth>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<EndpointHealth>(READ, [merchantId, new Date(tx.now.getTime() - DAY_MS)]),
  );
  return new Map(rows.map((row) => [row.endpointId, row]));
}

const DAY_MS = 86_400_000;

const READ = `
  with newest as (
    select endpoint_id, status, tries, last_duration_ms, last_status, created_at
    from webhooks.delivery
    where merchant_id = $1
    order by delivery_id desc
    limit 2000
  )
  select endpoint_id as "endpointId",
    count(*) filter (where status = 'delivered')::int as delivered,
    count(*) filter (where status = 'dead' or (status = 'pending' and tries > 0))::int as failing,
    percentile_disc(0.95) within group (order by last_duration_ms)
      filter (where last_status is not null)::int as "p95Ms",
    max(created_at) as "lastAt"
  from newest
  where created_at >= $2
  group by endpoint_id`;
