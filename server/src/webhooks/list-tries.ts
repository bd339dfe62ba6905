import type { Context } from "#lib/context";

/** One request to a receiver, and its answer. */
export interface LoggedTry {
  readonly at: Date;
  /** null: no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly excerpt: string;
}

/** The last 100 tries of a delivery, the newest first; none for one that succeeded at the first. */
export async function listTries(ctx: Context, merchantId: string, deliveryId: string): Promise<LoggedTry[]> {
  return ctx.db.inMerchant(merchantId, (tx) => tx.query<LoggedTry>(LIST, [merchantId, deliveryId]));
}

const LIST = `
  select at, status, duration_ms as "durationMs", excerpt
  from webhooks.try
  where merchant_id = $1 and delivery_id = $2
  order by try_id desc
  limit 100`;
