/** The worker's tasks for reports: make those that were requested, remove those that have expired. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { shareFairly } from "#lib/fair-queue";
import { defineWorker, findDue, momentsIn } from "#lib/worker";
import { claimReport, endWornReports, removeChunks } from "./claim-report.ts";
import { makeReport, tellEnd } from "./make-report.ts";

/** Removes the files of reports that have expired; the reports remain listed. Returns how many. */
async function expireReports(tx: Tx): Promise<number> {
  const expired = await tx.query<{ report_id: string }>(EXPIRE, [tx.merchantId, tx.now]);
  await removeChunks(
    tx,
    expired.map((row) => row.report_id),
  );
  return expired.length;
}

const EXPIRE = `
  update reports.report
  set status = 'expired'
  where merchant_id = $1
    and status = 'ready'
    and expires_at <= $2
  returning report_id`;

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

/** Finds merchants with reports to make or to remove. */
export const findMerchantsWithReports = (ctx: Context): Promise<string[]> =>
  findDue(
    ctx,
    `exists (
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
    )`,
  );

/** Two reports at a time are made in this process, of each merchant in turn: they must not displace urgent work. */
const places = shareFairly({ places: 2, perKey: 1, waitingMax: Number.POSITIVE_INFINITY });

export const reportsWorker = defineWorker({
  name: "reports",
  everyMs: 5_000,
  due: findMerchantsWithReports,
  work: makeReports,
  // At its end the loop abandons the reports in progress, and another worker starts them again.
  step: (ctx, merchantId, signal) =>
    makeReports(ctx, merchantId, { signal, inTurn: (make) => places.run(merchantId, make) }),
  /** The moments at which reports are removed. */
  moments: { reports: momentsIn("reports.report", "expires_at", "status = 'ready'") },
});
