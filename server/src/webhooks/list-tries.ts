import type { Context } from "#lib/context";
import { maskExcerpt } from "./mask-body.ts";

/** One request to a receiver, and the response. */
export interface LoggedTry {
  readonly at: Date;
  /** Null: there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** With account numbers masked. */
  readonly excerpt: string;
}

/** Lists the last 100 tries of a delivery, newest first. One that succeeded at the first try has none. */
export async function listTries(ctx: Context, merchantId: string, deliveryId: string): Promise<LoggedTry[]> {
  return (await listTriesOf(ctx, merchantId, [deliveryId])).get(deliveryId) ?? [];
}

/** Lists the tries of a set of deliveries by delivery ID. Deliveries without tries are left out. */
export async function listTriesOf(
  ctx: Context,
  merchantId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, LoggedTry[]>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<LoggedTry & { readonly deliveryId: string }>(LIST, [merchantId, deliveryIds]),
  );
  const byDelivery = Map.groupBy(rows, (row) => row.deliveryId);
  return new Map(
    [...byDelivery].map(([deliveryId, tries]) => [
      deliveryId,
      tries.map(({ at, status, durationMs, excerpt }) => ({
        at,
        status,
        durationMs,
        excerpt: maskExcerpt(excerpt),
      })),
    ]),
  );
}

const LIST = `
  select wanted.delivery_id as "deliveryId", tried.at, tried.status, tried.duration_ms as "durationMs", tried.excerpt
  from unnest($2::uuid[]) as wanted (delivery_id)
  cross join lateral (
    select try_id, at, status, duration_ms, excerpt
    from webhooks.try
    where merchant_id = $1 and try.delivery_id = wanted.delivery_id
    order by try_id desc
    limit 100
  ) as tried
  order by tried.try_id desc`;
