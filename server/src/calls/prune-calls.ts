import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";

/** A call stays in the log for this many days, by the database's clock. */
export const KEPT_DAYS = 30;

const SET_MAX = 5_000;
const HOUR_MS = 3_600_000;

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

/** Finds merchants with calls that are old enough to be removed. */
export async function findMerchantsToPrune(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchant_id: string }>(FIND, [KEPT_DAYS]));
  return rows.map((row) => row.merchant_id);
}

/** Prunes every hour in this process. */
export function startPruning(ctx: Context): Working {
  return startWorking(ctx, {
    name: "call log",
    channel: "calls_prune",
    findMerchants: () => findMerchantsToPrune(ctx),
    work: async (merchantId) => void (await pruneCalls(ctx, merchantId)),
    everyMs: HOUR_MS,
  });
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

const FIND = `
  select merchant_id
  from access.merchant
  where exists (
    select from calls.call
    where call.merchant_id = merchant.merchant_id and call_id < ${BORDER("$1")}
  )`;
