import type { Tx } from "#lib/db";

/** How many calls of the present minute are given away, of how many. */
export interface RateUse {
  /** Calls of this minute that were made, or are held ready by a process. */
  readonly used: number;
  readonly perMinute: number;
}

/** How much of this minute's calls the merchant's key pair has used; null: it has none. */
export async function readRateUse(tx: Tx): Promise<RateUse | null> {
  const [row] = await tx.query<RateUse>(READ, [tx.merchantId]);
  return row ?? null;
}

const READ = `
  select case when rate.window_start = date_trunc('minute', now(), 'UTC') then rate.used else 0 end as used,
    client.rate_per_minute as "perMinute"
  from access.api_client as client
  left join access.rate_window as rate
    on rate.merchant_id = client.merchant_id and rate.client_id = client.client_id
  where client.merchant_id = $1 and client.active`;
