import { Readable } from "node:stream";
import Type from "typebox";
import { nameActors } from "#access";
import { type DashboardOperation, resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { day, id, listOf, oneOf, optional, Refusal, text } from "#http";
import { formatRupees } from "#lib/money";
import {
  CATALOGUE,
  listReports as readReports,
  openReportFile,
  RANGE_DAYS_MAX,
  type StoredReport,
  REPORT_FORMATS,
  REPORT_TYPES,
  ReportError,
  requestReport as ask,
} from "#reports";

const operation = resource({ at: "", tag: "Reports", permission: "export_data" });

const report = Type.Object(
  {
    reportId: Type.String(),
    name: Type.String(),
    type: words(REPORT_TYPES),
    format: words(REPORT_FORMATS),
    columns: Type.Array(Type.String()),
    from: Type.String(),
    to: Type.String(),
    fundSourceId: nullable(Type.String()),
    status: words(["requested", "running", "ready", "failed", "expired"]),
    reason: nullable(Type.String()),
    requestedBy: Type.String(),
    requestedAt: at,
    finishedAt: nullable(at),
    expiresAt: nullable(at),
    /** While the report is being created, the number of rows so far. */
    rowCount: Type.Integer(),
    sizeBytes: Type.Integer(),
    sha256: nullable(Type.String()),
    opening: nullable(rupees),
    closing: nullable(rupees),
  },
  { $id: "Report" },
);

function showReport(given: StoredReport, nameOf: (actor: string) => string) {
  const { fromDay, toDay, sha256, openingPaise, closingPaise, requestedBy, ...rest } = given;
  const orNull = (paise: bigint | null): string | null => (paise === null ? null : formatRupees(paise));
  return {
    ...rest,
    from: fromDay,
    to: toDay,
    sha256: sha256?.toString("hex") ?? null,
    requestedBy: nameOf(requestedBy),
    opening: orNull(openingPaise),
    closing: orNull(closingPaise),
  };
}

const listReportTypes = operation({
  name: "listReportTypes",
  method: "GET",
  path: "/report-types",
  summary: "The kinds of reports with the columns that can be chosen",
  permission: null,
  output: Type.Object({
    rangeDaysMax: Type.Integer(),
    formats: Type.Array(words(REPORT_FORMATS)),
    items: Type.Array(
      Type.Object({
        type: words(REPORT_TYPES),
        title: Type.String(),
        columns: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
      }),
    ),
  }),
  handle: async () => ({
    rangeDaysMax: RANGE_DAYS_MAX,
    formats: REPORT_FORMATS,
    items: REPORT_TYPES.map((type) => ({
      type,
      title: CATALOGUE[type].title,
      columns: CATALOGUE[type].columns.map(({ name, title }) => ({ name, title })),
    })),
  }),
});

const COLUMNS_MAX = 100;

const FIELD_OF: Readonly<Record<string, string>> = {
  name_invalid: "name",
  column_unknown: "columns",
  columns_missing: "columns",
  range_invalid: "from",
  range_too_long: "from",
  range_in_future: "to",
  fund_source_unknown: "fundSourceId",
  fund_source_not_wanted: "fundSourceId",
};

const requestReport = operation({
  name: "requestReport",
  method: "POST",
  path: "/reports",
  summary: "Request a report; it is created in the background",
  body: {
    type: oneOf(REPORT_TYPES),
    format: oneOf(REPORT_FORMATS),
    name: optional(text({ max: 100 })),
    from: day(),
    to: day(),
    columns: optional(listOf(text({ max: 60 }), { max: COLUMNS_MAX })),
    fundSourceId: optional(text({ max: 40 })),
  },
  output: report,
  refusals: {
    name_invalid: { status: 422, message: "A name has 1 to 100 characters." },
    column_unknown: { status: 422, message: "This report has no such column." },
    columns_missing: { status: 422, message: "Choose at least one column." },
    range_invalid: { status: 422, message: "The first day must not be after the last." },
    range_too_long: { status: 422, message: `A report covers at most ${RANGE_DAYS_MAX} days.` },
    range_in_future: { status: 422, message: "The range may not end after today." },
    fund_source_unknown: { status: 422, message: "This fund source does not exist." },
    fund_source_not_wanted: { status: 422, message: "Only an account statement has a fund source." },
    too_many_waiting: {
      status: 429,
      message:
        "You can have eight reports created at once, and the business ten. Try again when one is ready.",
    },
    too_many_today: {
      status: 429,
      message: "You can request 50 reports a day, and the business 100. Try again tomorrow.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { from: fromDay, to: toDay, ...wanted } }) => {
    try {
      const asked = await ask(ctx, merchantId, { ...wanted, fromDay, toDay, by });
      return showReport(asked, await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, [by])));
    } catch (error) {
      if (!ReportError.is(error)) throw error;
      const field = FIELD_OF[error.code];
      throw new Refusal(error.code, field === undefined ? {} : { field });
    }
  },
});

const listReports = operation({
  name: "listReports",
  method: "GET",
  path: "/reports",
  summary: "List requested reports with their progress, newest first",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(report),
  handle: async ({ ctx, merchantId, fundSourceIds, input: { cursor: beforeId, limit } }) => {
    const rows = await readReports(ctx, merchantId, { limit: limit + 1, beforeId, fundSourceIds });
    const makers = rows.map(({ requestedBy }) => requestedBy);
    const nameOf = await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, makers));
    return pageOf(rows, limit, { item: (row) => showReport(row, nameOf), place: ({ reportId }) => reportId });
  },
});

const downloadReport = operation({
  name: "downloadReport",
  method: "GET",
  path: "/reports/{reportId}/file",
  summary: "Download the file of a finished report; this is recorded in the audit log",
  pathFields: { reportId: id() },
  output: {
    download: [
      "text/csv; charset=utf-8",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.ms-excel",
    ],
  },
  refusals: {
    report_not_found: { status: 404, message: "This report does not exist." },
    report_not_ready: { status: 409, message: "The report is not ready yet." },
    report_failed: { status: 409, message: "The report could not be created." },
    report_expired: {
      status: 409,
      message: "Reports are kept for seven days. Request it again.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { reportId } }) => {
    const { fileName, contentType, chunks } = await openReportFile(ctx, merchantId, { reportId, by });
    return { name: fileName, mediaType: contentType, bytes: Readable.from(chunks, { objectMode: false }) };
  },
});

export const reportsOperations: readonly DashboardOperation[] = [
  listReportTypes,
  listReports,
  requestReport,
  downloadReport,
];
