/** Claims reports to be made, one maker at a time, and releases them. */
import type { Tx } from "#lib/db";
import type { StoredReport } from "./report.ts";

export type ClaimedReport = Pick<
  StoredReport,
  "reportId" | "name" | "type" | "format" | "columns" | "fromDay" | "toDay" | "fundSourceId" | "fundSourceIds"
> & {
  /** The number of this try: only the last one may write. */
  readonly tries: number;
};

/** The most tries for a report whose maker died or failed. */
export const TRIES_MAX = 3;

/**
 * Claims the oldest report that has no maker. Null means that there is none. Removes the chunks of an earlier try,
 * which cannot write any more.
 */
export async function claimReport(tx: Tx): Promise<ClaimedReport | null> {
  const [claimed] = await tx.query<ClaimedReport>(CLAIM, [tx.merchantId, TRIES_MAX]);
  if (claimed === undefined) return null;
  await removeChunks(tx, [claimed.reportId]);
  return claimed;
}

/** Another worker has claimed the report, so this one must stop and leave the report alone. */
export class ReportTakenError extends Error {
  constructor() {
    super("the report was taken by another maker");
    this.name = "ReportTakenError";
  }
}

/** Keeps the claim for another minute. Throws ReportTakenError if another try has the report. */
export async function keepReport(
  tx: Tx,
  { reportId, tries }: Pick<ClaimedReport, "reportId" | "tries">,
  soFar: { rowCount: number; sizeBytes: number },
): Promise<void> {
  const kept = await tx.execute(KEEP, [tx.merchantId, reportId, tries, soFar.rowCount, soFar.sizeBytes]);
  if (kept === 0) throw new ReportTakenError();
}

/** Releases a report whose maker must stop: another maker starts again, and the try does not count. */
export async function releaseReport(
  tx: Tx,
  { reportId, tries }: Pick<ClaimedReport, "reportId" | "tries">,
): Promise<void> {
  await tx.execute(RELEASE, [tx.merchantId, reportId, tries]);
}

/**
 * Records that a try failed. The report waits for a while and is made again, or it has failed, after the last
 * try or for a permanent reason. Returns true if the report has failed.
 */
export async function noteFailure(
  tx: Tx,
  { reportId, tries }: Pick<ClaimedReport, "reportId" | "tries">,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<boolean> {
  if (!isFinal && tries < TRIES_MAX) {
    await tx.execute(REST, [tx.merchantId, reportId, tries]);
    return false;
  }
  const failed = await tx.execute(FAIL, [tx.merchantId, reportId, tries, reason, tx.now]);
  if (failed > 0) await removeChunks(tx, [reportId]);
  return failed > 0;
}

/** Removes the stored chunks of files. */
export async function removeChunks(tx: Tx, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return;
  await tx.execute("delete from reports.chunk where merchant_id = $1 and report_id = any ($2::uuid[])", [
    tx.merchantId,
    reportIds,
  ]);
}

/** Fails the reports whose last try died without recording a failure; returns their ids and names. */
export async function endWornReports(tx: Tx): Promise<{ reportId: string; name: string }[]> {
  const worn = await tx.query<{ reportId: string; name: string }>(END_WORN, [
    tx.merchantId,
    TRIES_MAX,
    tx.now,
  ]);
  await removeChunks(
    tx,
    worn.map(({ reportId }) => reportId),
  );
  return worn;
}

const CLAIM = `
  with waiting as materialized (
    select report_id
    from reports.report
    where merchant_id = $1
      and status in ('requested', 'running')
      and tries < $2
      and (leased_until is null or leased_until <= clock_timestamp())
    order by report_id
    limit 1
    for update skip locked
  )
  update reports.report
  set status = 'running', tries = tries + 1, leased_until = clock_timestamp() + interval '60 s', row_count = 0,
    size_bytes = 0
  from waiting
  where report.merchant_id = $1
    and report.report_id = waiting.report_id
  returning report.report_id as "reportId", name, type, format, columns, from_day::text as "fromDay",
    to_day::text as "toDay", fund_source_id as "fundSourceId", fund_source_ids as "fundSourceIds", tries`;

const KEEP = `
  update reports.report
  set leased_until = clock_timestamp() + interval '60 s', row_count = $4, size_bytes = $5
  where merchant_id = $1
    and report_id = $2
    and tries = $3
    and status = 'running'`;

const RELEASE = `
  update reports.report
  set tries = tries - 1, leased_until = null, status = 'requested'
  where merchant_id = $1
    and report_id = $2
    and tries = $3
    and status = 'running'`;

const FAIL = `
  update reports.report
  set status = 'failed', reason = $4, finished_at = $5, leased_until = null
  where merchant_id = $1
    and report_id = $2
    and tries = $3
    and status = 'running'`;

const REST = `
  update reports.report
  set leased_until = clock_timestamp() + $3::int * interval '10 s'
  where merchant_id = $1
    and report_id = $2
    and tries = $3
    and status = 'running'`;

const END_WORN = `
  update reports.report
  set status = 'failed', reason = 'It could not be made.', finished_at = $3, leased_until = null
  where merchant_id = $1
    and status in ('requested', 'running')
    and tries >= $2
    and (leased_until is null or leased_until <= clock_timestamp())
  returning report_id as "reportId", name`;
