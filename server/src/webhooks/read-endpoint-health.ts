import type { Context } from "#lib/context";

/** How an endpoint fared in the last 24 hours, by the newest 2,000 deliveries of the merchant. */
export interface EndpointHealth {
  readonly endpointId: string;
  readonly delivered: number;
  /** Given up, or failed at least once and still being tried. */
  readonly failing: number;
  /** 95 of 100 receivers' answers took at most so long; null: there was none. */
  readonly p95Ms: number | null;
  readonly lastAt: Date;
}

/** How each endpoint that got anything fared, by endpoint id. Bounded, whatever was sent. */
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
