/** The background work of withdrawals and refunds. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { momentsIn } from "#lib/moments";
import { startWorking, type Working } from "#lib/work-loop";
import { followTransfers } from "#transfers";
import { followRefunds, followWithdrawals } from "./follow-orders.ts";
import { giveBackWithdrawals } from "./give-back-withdrawals.ts";
import { placeRefunds } from "./place-refunds.ts";
import { placeWithdrawals } from "./place-withdrawals.ts";
import { openRefunds } from "./refunds.ts";
import { CHANNEL } from "./wake-withdrawals.ts";

const EVERY_MS = 1_000;

const STEPS = [openRefunds, giveBackWithdrawals, placeWithdrawals, placeRefunds];

/**
 * Does all of a merchant's due work until nothing is due any more. A step that fails keeps none of the others from its
 * work; the first failure is thrown after them.
 */
export async function workWithdrawals(ctx: Context, merchantId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) {
    try {
      while ((await step(ctx, merchantId)) > 0);
    } catch (error) {
      if (error instanceof CrashError) throw error;
      if (failures.length > 0) ctx.log.error({ err: error, merchantId }, `${step.name} failed as well`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Starts the worker of this process; it is woken when money comes back, and looks once a second. */
export function startWithdrawals(ctx: Context): Working {
  return startWorking(ctx, {
    name: "withdrawals",
    channel: CHANNEL,
    everyMs: EVERY_MS,
    findMerchants: () => findMerchants(ctx),
    work: (merchantId) => workWithdrawals(ctx, merchantId),
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
      select from withdrawals.withdrawal
      where withdrawal.merchant_id = clock.merchant_id
        and withdrawal.due_at <= clock.now
    )
    or exists (
      select from withdrawals.refund
      where refund.merchant_id = clock.merchant_id
        and refund.due_at <= clock.now
    )
    or exists (
      select from fund_sources.top_up
      left join withdrawals.refund
        on refund.merchant_id = top_up.merchant_id
       and refund.top_up_id = top_up.top_up_id
      where top_up.merchant_id = clock.merchant_id
        and top_up.suspended
        and refund.top_up_id is null
    )`;

/** When withdrawals and refunds are placed. */
export const WITHDRAWAL_MOMENTS = {
  withdrawals: momentsIn("withdrawals.withdrawal"),
  refunds: momentsIn("withdrawals.refund"),
};

/** Lets withdrawals and refunds hear what becomes of their transfers. Called once at the start of a process. */
export function registerWithdrawals(): void {
  followTransfers("withdrawal", followWithdrawals);
  followTransfers("refund", followRefunds);
}
