/** The worker's tasks for reports: make those that were requested, remove those that have expired. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { shareFairly } from "#lib/fair-queue";
import { momentsIn } from "#lib/moments";
import { startWorking, type Working } from "#lib/work-loop";
import { claimReport, endWornReports, removeChunks } from "./claim-report.ts";
import { makeReport, tellEnd } from "./make-report.ts";
import { CHANNEL } from "./request-report.ts";

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

const LOOK_EVERY_MS = 5_000;
/** The reports made at the same time in this process: they must not displace urgent work. */
const MAKING_MAX = 2;

/**
 * Makes reports until it is stopped, one of each merchant in turn; `stop` abandons those in progress, and
 * another worker starts them again.
 */
export function startReports(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  const stopping = new AbortController();
  const { signal } = stopping;
  const places = shareFairly({ places: MAKING_MAX, perKey: 1, waitingMax: Number.POSITIVE_INFINITY });
  const working = startWorking(ctx, {
    name: "reports",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithReports(ctx),
    work: (merchantId) =>
      makeReports(ctx, merchantId, { signal, inTurn: (make) => places.run(merchantId, make) }),
    everyMs: lookEveryMs,
  });
  return {
    async stop() {
      stopping.abort();
      await working.stop();
    },
  };
}
