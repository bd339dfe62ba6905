/** A report as it is stored and shown, and how it is read: one, or a list. */
import type { Context } from "#lib/context";
import { isReportType, type ReportType } from "./catalogue.ts";
import { ReportError } from "./errors.ts";

export const REPORT_FORMATS = ["csv", "xlsx", "xls"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `requested` -> `running` -> `ready` -> `expired`, or `failed`. */
type ReportStatus = "requested" | "running" | "ready" | "failed" | "expired";

/** One report. Times are by the merchant's clock, amounts in paise. */
export interface StoredReport {
  readonly reportId: string;
  readonly name: string;
  readonly type: ReportType;
  readonly format: ReportFormat;
  /** In the order of the file. */
  readonly columns: readonly string[];
  /** First and last day in India, `YYYY-MM-DD`, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly fundSourceId: string | null;
  /** The fund sources that its rows are from. Null means all. */
  readonly fundSourceIds: readonly string[] | null;
  readonly status: ReportStatus;
  /** The reason why it failed. */
  readonly reason: string | null;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** The report contains what was stored before this moment. */
  readonly asOf: Date | null;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Rows and bytes; so far, if the report is being made. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly sha256: Buffer | null;
  /** Set for an account statement only. */
  readonly openingPaise: bigint | null;
  readonly closingPaise: bigint | null;
}

interface ReportRow extends Omit<StoredReport, "type" | "sizeBytes"> {
  readonly type: string;
  readonly sizeBytes: bigint;
}

/**
 * The columns of a report. A report whose week has passed counts as expired even if its file has not been
 * removed yet: $2 is the merchant's time.
 */
export const REPORT_COLUMNS = `
  report_id as "reportId", name, type, format, columns, from_day::text as "fromDay", to_day::text as "toDay",
  fund_source_id as "fundSourceId", fund_source_ids as "fundSourceIds",
  case when status = 'ready' and expires_at <= $2 then 'expired' else status end as status,
  reason, requested_by as "requestedBy", requested_at as "requestedAt", as_of as "asOf",
  finished_at as "finishedAt", expires_at as "expiresAt", row_count as "rowCount", size_bytes as "sizeBytes", sha256,
  opening_paise as "openingPaise", closing_paise as "closingPaise"`;

/** Makes a report from a row selected by REPORT_COLUMNS. */
export function toReport(row: ReportRow): StoredReport {
  const { type, sizeBytes } = row;
  if (!isReportType(type)) throw new Error(`${type} is no type of report`);
  return { ...row, type, sizeBytes: Number(sizeBytes) };
}

export type { ReportRow };

interface ReportPage {
  /** The maximum number of reports, 1 to 100. */
  readonly limit: number;
  /** Continues after this report of an earlier page. */
  readonly beforeId?: string | undefined;
  /** Only reports about no other fund sources than these. Null means all. */
  readonly fundSourceIds?: readonly string[] | null;
}

/** Lists a merchant's reports, newest first. */
export async function listReports(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit, beforeId, fundSourceIds = null }: ReportPage,
): Promise<StoredReport[]> {
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
): Promise<StoredReport> {
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

/** SQL that is true if a report is only about these fund sources. A report without a list is about all fund sources. */
const isAbout = (fundSourceIds: string): string =>
  `(${fundSourceIds}::text[] is null
    or coalesce(fund_source_ids, array[fund_source_id]) <@ ${fundSourceIds})`;

/** Returns true if a text can be the id of a report. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
