/** Fields that the calls of reports publish and write alike. */
import { formatRupees } from "#lib/money";
import { istText } from "#rails";
import { columnNamesOf, REPORT_FORMATS, REPORT_TYPES, type Report } from "#reports";
import type { FieldShapes, JsonSchema } from "./operation.ts";

export const REPORT_MEDIA_TYPES = [
  "text/csv; charset=utf-8",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel",
] as const;

export const reportIdField: FieldShapes = {
  id: {
    schema: { type: "string", format: "uuid", maxLength: 36, description: "The `reportId`." },
    required: true,
  },
};

export const reportTypeSchema: JsonSchema = { type: "string", enum: [...REPORT_TYPES] };
export const reportFormatSchema: JsonSchema = { type: "string", enum: [...REPORT_FORMATS] };

/** The columns, for readers of the description. */
export const COLUMNS_DESCRIPTION = REPORT_TYPES.map(
  (type) => `\`${type}\`: ${columnNamesOf(type).join(", ")}`,
).join("; ");

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const day: JsonSchema = { type: "string", format: "date" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
  description: "Indian time; empty until it happens.",
};
const amount: JsonSchema = {
  type: "string",
  pattern: "^(-?[0-9]+\\.[0-9]{2})?$",
  description: "For an account statement that is ready; otherwise empty.",
};

const properties = {
  reportId: text,
  name: text,
  type: reportTypeSchema,
  format: reportFormatSchema,
  columns: { type: "array", items: text },
  startDate: day,
  endDate: day,
  paymentInstrumentId: { ...text, description: "For an account statement; otherwise empty." },
  status: {
    type: "string",
    enum: ["REQUESTED", "RUNNING", "READY", "FAILED", "EXPIRED"],
    description: "EXPIRED: the seven days for which we keep the file are over.",
  },
  reason: { ...text, description: "Why the report failed; otherwise empty." },
  rowCount: { ...count, description: "While the report is being created: rows so far." },
  sizeBytes: count,
  sha256: { ...text, description: "SHA-256 of the file, in hexadecimal; empty until it is ready." },
  requestedOn: moment,
  asOf: { ...moment, description: "The report covers everything recorded before this time (Indian time)." },
  finishedOn: moment,
  expiresOn: moment,
  openingBalance: amount,
  closingBalance: amount,
} as const satisfies Record<string, JsonSchema>;

export const reportSchema: JsonSchema = {
  type: "object",
  properties,
  required: Object.keys(properties),
};

export const reportExample = {
  reportId: "019aa5b2-7c1e-7d3a-9f00-2b6f1c0d4e5a",
  name: "November",
  type: "transfer",
  format: "csv",
  columns: ["transferId", "amount", "status", "utr"],
  startDate: "2026-11-01",
  endDate: "2026-11-21",
  paymentInstrumentId: "",
  status: "READY",
  reason: "",
  rowCount: 10_000,
  sizeBytes: 734_221,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  requestedOn: "2026-11-21 11:43:20",
  asOf: "2026-11-21 11:43:20",
  finishedOn: "2026-11-21 11:43:24",
  expiresOn: "2026-11-28 11:43:24",
  openingBalance: "",
  closingBalance: "",
} as const;

const on = (at: Date | null): string => (at === null ? "" : istText(at));
const rupees = (paise: bigint | null): string => (paise === null ? "" : formatRupees(paise));

/** Writes a report for the API. */
export function writeReport(report: Report): Record<string, unknown> {
  return {
    reportId: report.reportId,
    name: report.name,
    type: report.type,
    format: report.format,
    columns: report.columns,
    startDate: report.fromDay,
    endDate: report.toDay,
    paymentInstrumentId: report.fundSourceId ?? "",
    status: report.status.toUpperCase(),
    reason: report.reason ?? "",
    rowCount: report.rowCount,
    sizeBytes: report.sizeBytes,
    sha256: report.sha256?.toString("hex") ?? "",
    requestedOn: on(report.requestedAt),
    asOf: on(report.asOf),
    finishedOn: on(report.finishedAt),
    expiresOn: on(report.expiresAt),
    openingBalance: rupees(report.openingPaise),
    closingBalance: rupees(report.closingPaise),
  };
}
