/** A report as it is stored and shown. */
import { isReportType, type ReportType } from "./catalogue.ts";

export const REPORT_FORMATS = ["csv", "xlsx", "xls"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `requested` -> `running` -> `ready` -> `expired`, or `failed`. */
export type ReportStatus = "requested" | "running" | "ready" | "failed" | "expired";

/** One report. Times are by the merchant's clock, amounts in paise. */
export interface Report {
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
  /** The fund sources that its rows are from; null: all. */
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

interface ReportRow extends Omit<Report, "type" | "sizeBytes"> {
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
export function toReport(row: ReportRow): Report {
  const { type, sizeBytes } = row;
  if (!isReportType(type)) throw new Error(`${type} is no type of report`);
  return { ...row, type, sizeBytes: Number(sizeBytes) };
}

export type { ReportRow };
