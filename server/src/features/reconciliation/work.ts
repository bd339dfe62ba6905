/** The background work of reconciliation: fetches what is due, decides about lines and lists breaks. */
import type { Context } from "#lib/context";
import { defineWorker, momentsIn, readDue, startWorking, type Working } from "#lib/worker";
import { collectArrivals } from "./collect-arrivals.ts";
import { collectBreaks } from "./open-breaks.ts";
import { IS_HELD } from "./conditions.ts";
import { fetchStatements } from "./fetch-statements.ts";
import { matchLines } from "./match-lines.ts";
import { endRecoveries } from "./recover.ts";
import { IS_KNOWN_BY_NOW } from "./tie-lines.ts";

const LOOK_EVERY_MS = 2_000;

/**
 * Does all pending reconciliation of a merchant, by its clock. Safe to run at any time, in several processes.
 * When `signal` aborts, throws its reason: commits stay, and the rest remains to be done.
 */
export async function workReconciliation(
  ctx: Context,
  merchantId: string,
  signal?: AbortSignal,
): Promise<void> {
  await collectArrivals(ctx, merchantId, signal);
  await fetchStatements(ctx, merchantId, signal);
  await matchLines(ctx, merchantId, signal);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await collectBreaks(tx);
    await endRecoveries(ctx, tx);
  });
}

/** Starts the worker of this process, which looks for work every two seconds. */
export function startReconciliation(ctx: Context, { everyMs = LOOK_EVERY_MS } = {}): Working {
  return startWorking(ctx, {
    name: "reconciliation",
    channel: "reconciliation",
    everyMs,
    findDue: (read) => readDue(read, IS_DUE),
    work: (merchantId, signal) => workReconciliation(ctx, merchantId, signal),
  });
}

// If the clock is behind, a past is being written; its writer reads the statements before it advances the time.
const IS_DUE = `
  clock.now >= statement_timestamp()
    and (exists (
      select from fund_sources.bank_connection as connection
      left join reconciliation.schedule
        on schedule.merchant_id = connection.merchant_id
       and schedule.bank_id = connection.bank_id
      where connection.merchant_id = clock.merchant_id
        and (coalesce(schedule.due_at <= clock.now, true) or connection.base_url like 'file:%')
    )
    or exists (
      select from reconciliation.line
      where line.merchant_id = clock.merchant_id
        and line.state = 'new'
        and not line.awaits_day
        and not ${IS_HELD}
    )
    or exists (
      select from reconciliation.line
      where line.merchant_id = clock.merchant_id
        and line.held_until <= clock.now
    )
    or exists (
      select from reconciliation.line
      where line.merchant_id = clock.merchant_id
        and ${IS_KNOWN_BY_NOW}
    ))`;

export const reconciliationWorker = defineWorker({
  name: "reconciliation",
  start: startReconciliation,
  work: workReconciliation,
  /**
   * The moments when the statement of a finished day is requested, and when lines are held no longer. Intraday
   * statements and banks with a message folder are looked at whenever work is done.
   */
  moments: {
    statements: momentsIn(
      "reconciliation.schedule",
      "greatest(due_at, (next_day + 1)::timestamp at time zone 'Asia/Kolkata')",
    ),
    held_lines: momentsIn("reconciliation.line", "held_until"),
    bank_messages: {
      at: `select '-infinity'::timestamptz as at
        from fund_sources.bank_connection as connection
        where merchant_id = $1
          and (
            base_url like 'file:%'
            or not exists (
              select from reconciliation.schedule
              where schedule.merchant_id = $1
                and schedule.bank_id = connection.bank_id
            )
          )`,
      repeats: true,
    },
  },
});
