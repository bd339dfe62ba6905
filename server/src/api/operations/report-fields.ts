/** The fields that the calls of reports share, and those of a report in their answers. */
import { type JsonSchema, outputOf, shown } from "#http";
import { formatRupees } from "#lib/money";
import { columnNamesOf, REPORT_FORMATS, REPORT_TYPES, type Report } from "#reports";
import { count, day, istOrEmpty, momentOrEmpty, text } from "./answer-schemas.ts";
import { required, uuidRule } from "./classic-rules.ts";

export const REPORT_MEDIA_TYPES = [
  "text/csv; charset=utf-8",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel",
] as const;

export const reportIdField = {
  id: required(uuidRule("The `reportId`."), "report_not_found"),
} as const;

export const reportTypeSchema: JsonSchema = { type: "string", enum: [...REPORT_TYPES] };
export const reportFormatSchema: JsonSchema = { type: "string", enum: [...REPORT_FORMATS] };

/** The columns, for readers of the description. */
export const COLUMNS_DESCRIPTION = REPORT_TYPES.map(
  (type) => `\`${type}\`: ${columnNamesOf(type).join(", ")}`,
).join("; ");

const moment: JsonSchema = { ...momentOrEmpty, description: "Indian time; empty until it happens." };
const amount: JsonSchema = {
  type: "string",
  pattern: "^(-?[0-9]+\\.[0-9]{2})?$",
  description: "For an account statement that is ready; otherwise empty.",
};

const rupeesOf = (paise: bigint | null): string => (paise === null ? "" : formatRupees(paise));

export const reportOutput = outputOf<Report>({
  reportId: shown(text, ({ reportId }) => reportId),
  name: shown(text, ({ name }) => name),
  type: shown(reportTypeSchema, ({ type }) => type),
  format: shown(reportFormatSchema, ({ format }) => format),
  columns: shown({ type: "array", items: text }, ({ columns }) => columns),
  startDate: shown(day, ({ fromDay }) => fromDay),
  endDate: shown(day, ({ toDay }) => toDay),
  paymentInstrumentId: shown(
    { ...text, description: "For an account statement; otherwise empty." },
    ({ fundSourceId }) => fundSourceId ?? "",
  ),
  status: shown(
    {
      type: "string",
      enum: ["REQUESTED", "RUNNING", "READY", "FAILED", "EXPIRED"],
      description: "EXPIRED: the seven days for which we keep the file are over.",
    },
    ({ status }) => status.toUpperCase(),
  ),
  reason: shown(
    { ...text, description: "Why the report failed; otherwise empty." },
    ({ reason }) => reason ?? "",
  ),
  rowCount: shown(
    { ...count, description: "While the report is being created: rows so far." },
    ({ rowCount }) => rowCount,
  ),
  sizeBytes: shown(count, ({ sizeBytes }) => sizeBytes),
  sha256: shown(
    { ...text, description: "SHA-256 of the file, in hexadecimal; empty until it is ready." },
    ({ sha256 }) => sha256?.toString("hex") ?? "",
  ),
  requestedOn: shown(moment, ({ requestedAt }) => istOrEmpty(requestedAt)),
  asOf: shown(
    { ...moment, description: "The report covers everything recorded before this time (Indian time)." },
    ({ asOf }) => istOrEmpty(asOf),
  ),
  finishedOn: shown(moment, ({ finishedAt }) => istOrEmpty(finishedAt)),
  expiresOn: shown(moment, ({ expiresAt }) => istOrEmpty(expiresAt)),
  openingBalance: shown(amount, ({ openingPaise }) => rupeesOf(openingPaise)),
  closingBalance: shown(amount, ({ closingPaise }) => rupeesOf(closingPaise)),
});

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
