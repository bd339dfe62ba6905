/** The background work of withdrawals and refunds. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { defineWorker, momentsIn } from "#lib/worker";
import { followTransfers } from "#transfers";
import { followRefunds, followWithdrawals } from "./follow-orders.ts";
import { giveBackWithdrawals } from "./make-withdrawal.ts";
import { placeRefunds } from "./place-refunds.ts";
import { placeWithdrawals } from "./place-withdrawals.ts";
import { openRefunds } from "./refunds.ts";

const STEPS = [openRefunds, giveBackWithdrawals, placeWithdrawals, placeRefunds];

/**
 * Does all of a merchant's due work until nothing is due any more. A step that fails does not prevent the others; the
 * first failure is thrown after them.
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

export const withdrawalsWorker = defineWorker({
  name: "withdrawals",
  everyMs: 1_000,
  due: `exists (
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
    )`,
  work: workWithdrawals,
  /** The times at which withdrawals and refunds are placed. */
  moments: {
    withdrawals: momentsIn("withdrawals.withdrawal"),
    refunds: momentsIn("withdrawals.refund"),
  },
});

/** Registers withdrawals and refunds for the outcomes of their transfers. Called once at the start of a process. */
export function registerWithdrawals(): void {
  followTransfers("withdrawal", followWithdrawals);
  followTransfers("refund", followRefunds);
}
