import type { Context } from "#lib/context";
import { defineWorker } from "#lib/worker";

/** A key stands for its first request for this many hours, by the database's clock. */
export const KEPT_HOURS = 24;

/** Removes keys that are older than 24 hours. Returns how many. */
export async function pruneKeys(ctx: Context, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, (tx) => tx.execute(PRUNE, [merchantId, KEPT_HOURS]));
}

const BORDER = (hours: string): string => `clock_timestamp() - make_interval(hours => ${hours})`;

const PRUNE = `delete from idempotency.key where merchant_id = $1 and claimed_at < ${BORDER("$2")}`;

const FIND = `
  select distinct merchant_id as "merchantId"
  from idempotency.key
  where claimed_at < ${BORDER("$1")}`;

export const keysWorker = defineWorker({
  name: "idempotency keys",
  everyMs: 3_600_000,
  due: async (ctx) => {
    const rows = await ctx.db.sweep((read) => read.query<{ merchantId: string }>(FIND, [KEPT_HOURS]));
    return rows.map(({ merchantId }) => merchantId);
  },
  step: pruneKeys,
});
