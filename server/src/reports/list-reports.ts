/** Reads reports and their status. */
import type { Context } from "#lib/context";
import { ReportError } from "./errors.ts";
import { REPORT_COLUMNS, toReport, type Report, type ReportRow } from "./report.ts";

export interface ReportPage {
  /** The maximum number of reports, 1 to 100. */
  readonly limit: number;
  /** Continues after this report of an earlier page. */
  readonly beforeId?: string | undefined;
  /** Only reports about no other fund sources than these; null: all. */
  readonly fundSourceIds?: readonly string[] | null;
}

/** Lists a merchant's reports, newest first. */
export async function listReports(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit, beforeId, fundSourceIds = null }: ReportPage,
): Promise<Report[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<ReportRow>(
      `select ${REPORT_COLUMNS}
       from reports.report
       where merchant_id = $1
         and ($3::uuid is null or report_id < $3)
         and ${isAbout("$5")}
       order by report_id desc
       limit $4`,
      [merchantId, tx.now, beforeId ?? null, limit, fundSourceIds],
    ),
  );
  return rows.map(toReport);
}

/** Reads a report; with `fundSourceIds` only if about no others. Throws ReportError.report_not_found. */
export async function readReport(
  ctx: Pick<Context, "db">,
  merchantId: string,
  reportId: string,
  fundSourceIds: readonly string[] | null = null,
): Promise<Report> {
  const rows = isUuid(reportId)
    ? await ctx.db.inMerchant(merchantId, (tx) =>
        tx.query<ReportRow>(
          `select ${REPORT_COLUMNS}
           from reports.report
           where merchant_id = $1
             and report_id = $3
             and ${isAbout("$4")}`,
          [merchantId, tx.now, reportId, fundSourceIds],
        ),
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw ReportError.report_not_found();
  return toReport(row);
}

/** SQL: true if a report is about no other fund sources than these. One without a list is about all. */
const isAbout = (fundSourceIds: string): string =>
  `(${fundSourceIds}::text[] is null
    or coalesce(fund_source_ids, array[fund_source_id]) <@ ${fundSourceIds})`;

/** Returns true if a text can be the id of a report. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
