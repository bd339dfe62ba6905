import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { alertLowBalances } from "./alert-low-balances.ts";
import { findLowBalances } from "./find-low-balances.ts";

/** Nothing notifies this channel: a payment must not bear the cost of checking its own threshold. */
const CHANNEL = "low_balances";
const EVERY_MS = 1_000;

/** Starts the worker that reports balances below their thresholds; it checks once a second. */
export function startAlerting(ctx: Context): Working {
  return startWorking(ctx, {
    name: "low balances",
    channel: CHANNEL,
    everyMs: EVERY_MS,
    findMerchants: () => ctx.db.sweep((read) => findLowBalances(read)),
    work: async (merchantId) => {
      await alertLowBalances(ctx, merchantId);
    },
  });
}
