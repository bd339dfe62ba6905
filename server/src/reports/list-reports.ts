/** Reading what has become of reports. */
import type { Context } from "#lib/context";
import { ReportError } from "./errors.ts";
import { REPORT_COLUMNS, toReport, type Report, type ReportRow } from "./report.ts";

export interface ReportPage {
  /** At most so many, 1 to 100. */
  readonly limit: number;
  /** Go on after this report of an earlier page. */
  readonly beforeId?: string | undefined;
}

/** A merchant's reports, newest first. */
export async function listReports(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit, beforeId }: ReportPage,
): Promise<Report[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<ReportRow>(
      `select ${REPORT_COLUMNS}
       from reports.report
       where merchant_id = $1
         and ($3::uuid is null or report_id < $3)
       order by report_id desc
       limit $4`,
      [merchantId, tx.now, beforeId ?? null, limit],
    ),
  );
  return rows.map(toReport);
}

/** One report. Throws ReportError.report_not_found. */
export async function readReport(
  ctx: Pick<Context, "db">,
  merchantId: string,
  reportId: string,
): Promise<Report> {
  const rows = isUuid(reportId)
    ? await ctx.db.inMerchant(merchantId, (tx) =>
        tx.query<ReportRow>(
          `select ${REPORT_COLUMNS} from reports.report where merchant_id = $1 and report_id = $3`,
          [merchantId, tx.now, reportId],
        ),
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw ReportError.report_not_found();
  return toReport(row);
}

/** Whether a text can be the id of a report. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
