/** The worker's tasks for reports: make those that were requested, remove those that have expired. */
import type { Context } from "#lib/context";
import { momentsIn } from "#lib/moments";
import { claimReport, endWornReports } from "./claim-report.ts";
import { expireReports } from "./expire-reports.ts";
import { makeReport, tellEnd } from "./make-report.ts";

export interface Making {
  /** Ends it early: unfinished reports are started again. */
  readonly signal?: AbortSignal;
  /** Makes one report when it is the merchant's turn; absent: at once. */
  readonly inTurn?: <T>(make: () => Promise<T>) => Promise<T>;
}

/** Makes all of a merchant's reports, one after the other. */
export async function makeReports(
  ctx: Context,
  merchantId: string,
  { signal, inTurn = (make) => make() }: Making = {},
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await expireReports(tx);
    for (const report of await endWornReports(tx)) {
      await tellEnd(tx, report, { what: "Failed", detail: "It could not be made." });
    }
  });
  const makeNext = async (): Promise<boolean> => {
    if (signal?.aborted === true) return false;
    const report = await ctx.db.inMerchant(merchantId, (tx) => claimReport(tx));
    if (report === null) return false;
    await makeReport(ctx, merchantId, { report, signal });
    return true;
  };
  while (await inTurn(makeNext));
}

/** Finds merchants with a report to be made or removed, by their own clocks; at most 1,000 at a time. */
export async function findMerchantsWithReports(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchant_id: string }>(FIND));
  return rows.map((row) => row.merchant_id);
}

// The clock is selected separately: row level security allows no function of ours in an index condition.
const FIND = `
  with clock as materialized (
    select merchant_id, lib.now_of(merchant_id) as now
    from access.merchant
  )
  select clock.merchant_id
  from clock
  where exists (
      select from reports.report
      where report.merchant_id = clock.merchant_id
        and report.status in ('requested', 'running')
        and (report.leased_until is null or report.leased_until <= clock_timestamp())
    )
    or exists (
      select from reports.report
      where report.merchant_id = clock.merchant_id
        and report.status = 'ready'
        and report.expires_at <= clock.now
    )
  limit 1000`;

/** The moments at which reports are removed. */
export const REPORT_MOMENTS = { reports: momentsIn("reports.report", "expires_at", "status = 'ready'") };
