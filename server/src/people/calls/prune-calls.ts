import type { Context } from "#lib/context";
import { defineWorker } from "#lib/worker";

/** A call stays in the log for this many days, by the database's clock. */
export const KEPT_DAYS = 30;

const SET_MAX = 5_000;

/** Removes calls that are older than 30 days, and gaps as well. Returns how many calls were removed. */
export async function pruneCalls(
  ctx: Context,
  merchantId: string,
  keptDays: number = KEPT_DAYS,
): Promise<number> {
  let pruned = 0;
  let count: number;
  do {
    count = await ctx.db.inMerchant(merchantId, async (tx) => {
      await tx.execute(PRUNE_GAPS, [merchantId, keptDays]);
      return tx.execute(PRUNE, [merchantId, keptDays, SET_MAX]);
    });
    pruned += count;
  } while (count === SET_MAX);
  return pruned;
}

// A version 7 ID begins with its time, so the border is the first ID of a moment.
const BORDER = (days: string): string => `(
  lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0')
    || '70008000000000000000'
)::uuid`;

const PRUNE = `
  delete from calls.call
  where merchant_id = $1
    and call_id in (
      select call_id
      from calls.call
      where merchant_id = $1 and call_id < ${BORDER("$2")}
      order by call_id
      limit $3
    )`;

const PRUNE_GAPS = `
  delete from calls.gap
  where merchant_id = $1 and gap_id < ${BORDER("$2")}`;

export const callsWorker = defineWorker({
  name: "calls",
  everyMs: 3_600_000,
  due: `exists (
    select from calls.call
    where call.merchant_id = clock.merchant_id and call_id < ${BORDER(String(KEPT_DAYS))}
  )`,
  step: (ctx, merchantId) => pruneCalls(ctx, merchantId),
});
