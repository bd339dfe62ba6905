/** Reports in the classic API: the fields that calls share, and the calls. */
import { Readable } from "node:stream";
import {
  ifAny,
  type JsonSchema,
  listOfShown,
  optional,
  outputOf,
  refusing,
  type FieldRule,
  shown,
  withDefault,
} from "#http";
import type { VitaranError } from "#lib/errors";
import { formatRupees } from "#lib/money";
import {
  columnNamesOf,
  listReports as readReports,
  openReportFile,
  RANGE_DAYS_MAX,
  readReport,
  type StoredReport,
  REPORT_FORMATS,
  REPORT_TYPES,
  ReportError,
  requestReport as askForReport,
} from "#reports";
import { answerFor, count, day, istOrEmpty, momentOrEmpty, refuse, success, text, uuid } from "./answers.ts";
import { anyText, anyTextAs, dayRule, digitsRule, required, ruleOf, uuidRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { anySourceRule, sourceAsked } from "./balance.ts";

const REPORT_MEDIA_TYPES = [
  "text/csv; charset=utf-8",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel",
] as const;

const reportIdField = {
  id: required(uuidRule("The `reportId`."), "report_not_found"),
} as const;

const reportTypeSchema: JsonSchema = { type: "string", enum: [...REPORT_TYPES] };
const reportFormatSchema: JsonSchema = { type: "string", enum: [...REPORT_FORMATS] };

/** The columns, for readers of the description. */
const COLUMNS_DESCRIPTION = REPORT_TYPES.map((type) => `\`${type}\`: ${columnNamesOf(type).join(", ")}`).join(
  "; ",
);

const moment: JsonSchema = { ...momentOrEmpty, description: "Indian time; empty until it happens." };
const amount: JsonSchema = {
  type: "string",
  pattern: "^(-?[0-9]+\\.[0-9]{2})?$",
  description: "For an account statement that is ready; otherwise empty.",
};

const rupeesOf = (paise: bigint | null): string => (paise === null ? "" : formatRupees(paise));

const reportOutput = outputOf<StoredReport>({
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

const reportExample = {
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

const requestReportAnswers = {
  requested: success("Report requested"),
  type_unknown: refuse("422", "Please provide a valid report type"),
  format_unknown: refuse("422", "format should be csv, xlsx or xls"),
  name_invalid: refuse("422", "Please provide a valid name"),
  columns_missing: refuse("422", "Please provide at least one column"),
  column_unknown: refuse("422", "There is no column {column} in this report"),
  range_invalid: refuse("422", "Requested date range is invalid"),
  range_too_long: refuse("422", "Requested date range should not be more than 30 days"),
  range_in_future: refuse("422", "Requested date range should not end after today"),
  fund_source_unknown: refuse("422", "Specified paymentInstrumentId not available"),
  fund_source_not_wanted: refuse("422", "paymentInstrumentId is for an account statement only"),
  too_many_waiting: refuse("409", "At most 10 reports may be under way"),
  too_many_today: refuse("409", "At most 100 reports can be requested a day"),
  breakdown: refuse("520", "Error while requesting report"),
} as const;

/** The limit with duplicates. */
const COLUMNS_MAX = 100;
const COLUMN_LENGTH_MAX = 100;
const COLUMNS_TEXT_MAX = 2_000;

/** The names of columns. Names that are not columns of the report are refused later. */
const columnsRule: FieldRule<readonly string[]> = ruleOf(
  {
    anyOf: [
      { type: "array", maxItems: COLUMNS_MAX, items: { type: "string", maxLength: COLUMN_LENGTH_MAX } },
      { type: "string", maxLength: COLUMNS_TEXT_MAX },
    ],
    description: "In the order of the file, as a list or separated by commas. Default: all.",
  },
  (value) => {
    const list: unknown = typeof value === "string" ? value.split(",") : value;
    if (!Array.isArray(list) || list.length > COLUMNS_MAX || !list.every((name) => typeof name === "string"))
      return null;
    return list.map((name) => name.trim());
  },
);

const range = { missing: "range_invalid", wrong: "range_invalid" } as const;

/** Our extension of the contract: reports as the dashboard makes them. */
export const requestReport = declareClassic({
  name: "requestReport",
  method: "POST",
  path: "/reports",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "Create a report",
  description:
    "An extension of the classic contract. The file is created in the background: get `/reports/{id}` until it is " +
    `READY. At most ${RANGE_DAYS_MAX} days, in Indian time, including the first and the last. Columns by ` +
    `type: ${COLUMNS_DESCRIPTION}.`,
  body: {
    type: required(anyTextAs(reportTypeSchema), "type_unknown"),
    format: refusing(withDefault(anyTextAs(reportFormatSchema), "csv"), { wrong: "format_unknown" }),
    name: refusing(optional(anyText({ min: 1, max: 100, description: "Default: the name of the type." })), {
      wrong: "name_invalid",
    }),
    startDate: refusing(dayRule(), range),
    endDate: refusing(dayRule(), range),
    columns: refusing(optional(columnsRule), { wrong: "columns_missing" }),
    paymentInstrumentId: refusing(
      optional(anySourceRule("For an account statement: the fund source. Default: the wallet.")),
      { wrong: "fund_source_unknown" },
    ),
  },
  bodyExample: () => ({
    type: "transfer",
    format: "csv",
    name: "November",
    startDate: "2026-11-01",
    endDate: "2026-11-21",
    columns: ["transferId", "amount", "status", "utr"],
  }),
  answers: requestReportAnswers,
  data: {
    schema: reportOutput.schema,
    examples: { requested: { ...reportExample, status: "REQUESTED" } },
  },
  breakdown: requestReportAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const { startDate: fromDay, endDate: toDay, paymentInstrumentId: named, ...request } = input;
    const asked = sourceAsked(caller, named);
    if (named !== undefined && asked === null) return { answer: requestReportAnswers.fund_source_unknown };
    try {
      const report = await askForReport(ctx, caller.merchantId, {
        ...request,
        fromDay,
        toDay,
        fundSourceId: request.type === "account_statement" ? asked! : named,
        fundSourceIds: caller.fundSourceIds,
        by: `api-key:${caller.clientId}`,
      });
      return { answer: requestReportAnswers.requested, data: reportOutput.write(report) };
    } catch (error) {
      const answer = answerFor(error, ReportError, requestReportAnswers);
      const { column } = (error as VitaranError).details;
      return { answer, ...(typeof column === "string" ? { values: { column } } : {}) };
    }
  },
});

const getReportAnswers = {
  found: success("Data retrieved successfully"),
  report_not_found: refuse("404", "Report does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getReport = declareClassic({
  name: "getReport",
  method: "GET",
  path: "/reports/{id}",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "Get a report",
  description: "An extension of the classic contract.",
  pathFields: reportIdField,
  answers: getReportAnswers,
  data: { schema: reportOutput.schema, examples: { found: reportExample } },
  breakdown: getReportAnswers.breakdown,
  handle: async ({ ctx, caller: { merchantId, fundSourceIds }, input: { id: reportId } }) => {
    try {
      const report = await readReport(ctx, merchantId, reportId, fundSourceIds);
      return { answer: getReportAnswers.found, data: reportOutput.write(report) };
    } catch (error) {
      return { answer: answerFor(error, ReportError, getReportAnswers) };
    }
  },
});

const getReportFileAnswers = {
  report_not_found: refuse("404", "Report does not exist"),
  report_not_ready: refuse("409", "Report is not ready yet"),
  report_failed: refuse("409", "Report could not be made"),
  report_expired: refuse("410", "Report is no longer available"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getReportFile = declareClassic({
  name: "getReportFile",
  method: "GET",
  path: "/reports/{id}/file",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "Download a report",
  description:
    "An extension of the classic contract. Files are kept for seven days; `Repr-Digest` holds the SHA-256. Text " +
    "that a spreadsheet would run as a formula is prefixed with an apostrophe.",
  pathFields: reportIdField,
  downloads: REPORT_MEDIA_TYPES,
  answers: getReportFileAnswers,
  breakdown: getReportFileAnswers.breakdown,
  handle: async ({ ctx, caller: { merchantId, fundSourceIds, clientId }, input: { id: reportId } }) => {
    try {
      const by = `api-key:${clientId}` as const;
      const file = await openReportFile(ctx, merchantId, { reportId, fundSourceIds, by });
      const { fileName: name, contentType: mediaType, sizeBytes, sha256 } = file;
      return { file: { name, mediaType, bytes: Readable.from(file.chunks), sizeBytes, sha256 } };
    } catch (error) {
      return { answer: answerFor(error, ReportError, getReportFileAnswers) };
    }
  },
});

const listReportsAnswers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 20;
const RETURN_MAX = 100;

interface ReportList {
  readonly reports: readonly StoredReport[];
  readonly hasMore: boolean;
}

const output = outputOf<ReportList>({
  reports: listOfShown(reportOutput, ({ reports }) => reports),
  lastReturnId: ifAny({ ...uuid, description: "Absent on the last page." }, ({ reports, hasMore }) =>
    hasMore ? reports.at(-1)!.reportId : undefined,
  ),
});

/** Our extension of the contract. */
export const listReports = declareClassic({
  name: "listReports",
  method: "GET",
  path: "/reports",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "List reports",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(uuidRule()), { wrong: "last_return_id_invalid" }),
  },
  answers: listReportsAnswers,
  data: {
    schema: output.schema,
    examples: { found: { reports: [reportExample], lastReturnId: reportExample.reportId } },
  },
  breakdown: listReportsAnswers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn: limit, lastReturnId: beforeId } }) => {
    const { merchantId, fundSourceIds } = caller;
    // One more than requested shows whether the list continues.
    const found = await readReports(ctx, merchantId, { limit: limit + 1, beforeId, fundSourceIds });
    const page = { reports: found.slice(0, limit), hasMore: found.length > limit };
    return { answer: listReportsAnswers.found, data: output.write(page) };
  },
});
