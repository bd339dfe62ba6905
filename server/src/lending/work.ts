/** The background work of lending. */
import type { Context } from "#lib/context";
import { momentsIn } from "#lib/moments";
import { startWorking, type Working } from "#lib/work-loop";
import { settleLoans } from "./settle-loans.ts";
import { CHANNEL } from "./wake-lending.ts";

const EVERY_MS = 1_000;

/** Does all of a merchant's due work until nothing is due any more. */
export async function workLending(ctx: Context, merchantId: string): Promise<void> {
  while ((await settleLoans(ctx, merchantId)) > 0);
}

/** Starts the worker of this process; it is woken when shares are to go back, and looks once a second. */
export function startLending(ctx: Context): Working {
  return startWorking(ctx, {
    name: "lending",
    channel: CHANNEL,
    everyMs: EVERY_MS,
    findMerchants: () => findMerchants(ctx),
    work: (merchantId) => workLending(ctx, merchantId),
  });
}

/** Merchants that have something due, by each one's own clock. */
async function findMerchants(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchantId: string }>(FIND));
  return rows.map((row) => row.merchantId);
}

// The clock apart: row level security lets no function of ours into an index condition.
const FIND = `
  with clock as materialized (
    select merchant_id, lib.now_of(merchant_id) as now
    from access.merchant
  )
  select clock.merchant_id as "merchantId"
  from clock
  where exists (
    select from lending.loan
    where loan.merchant_id = clock.merchant_id
      and loan.due_at <= clock.now
  )`;

/** When shares of loans are to go back. */
export const LOAN_MOMENTS = { co_lending: momentsIn("lending.loan") };
