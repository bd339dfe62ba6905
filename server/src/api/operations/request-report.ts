import type { VitaranError } from "#lib/errors";
import { RANGE_DAYS_MAX, ReportError, requestReport as askForReport, type ReportRequest } from "#reports";
import { answerFor, refuse, type Answer, type Reply, success } from "./answers.ts";
import { readDay, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import {
  COLUMNS_DESCRIPTION,
  reportExample,
  reportFormatSchema,
  reportSchema,
  reportTypeSchema,
  writeReport,
} from "./report-fields.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";
import { sourceAsked } from "./source-asked.ts";

const answers = {
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

/** Our extension of the contract: reports as the dashboard makes them. */
export const requestReport: CallerOperation = {
  name: "requestReport",
  method: "POST",
  path: "/reports",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Reports",
  summary: "Create a report",
  description:
    "An extension of the classic contract. The file is created in the background: get `/reports/{id}` until it is " +
    `READY. At most ${RANGE_DAYS_MAX} days, in Indian time, including the first and the last. Columns by ` +
    `type: ${COLUMNS_DESCRIPTION}.`,
  body: {
    type: { schema: reportTypeSchema, required: true },
    format: { schema: { ...reportFormatSchema, default: "csv" } },
    name: {
      schema: { type: "string", minLength: 1, maxLength: 100, description: "Default: the name of the type." },
    },
    startDate: { schema: { type: "string", format: "date", maxLength: 10 }, required: true },
    endDate: { schema: { type: "string", format: "date", maxLength: 10 }, required: true },
    columns: {
      schema: {
        anyOf: [
          { type: "array", maxItems: COLUMNS_MAX, items: { type: "string", maxLength: COLUMN_LENGTH_MAX } },
          { type: "string", maxLength: COLUMNS_TEXT_MAX },
        ],
        description: "In the order of the file, as a list or separated by commas. Default: all.",
      },
    },
    paymentInstrumentId: {
      schema: {
        type: "string",
        maxLength: FUND_SOURCE_ID_LENGTH_MAX,
        description: "For an account statement: the fund source. Default: the wallet.",
      },
    },
  },
  bodyExample: () => ({
    type: "transfer",
    format: "csv",
    name: "November",
    startDate: "2026-11-01",
    endDate: "2026-11-21",
    columns: ["transferId", "amount", "status", "utr"],
  }),
  answers: () => answers,
  data: { schema: reportSchema, examples: { requested: { ...reportExample, status: "REQUESTED" } } },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const request = readRequest(call);
  if ("answer" in request) return request;
  try {
    const report = await askForReport(call.ctx, call.caller.merchantId, request);
    return { answer: answers.requested, data: writeReport(report) };
  } catch (error) {
    const answer = answerFor(error, ReportError, answers);
    const { column } = (error as VitaranError).details;
    return { answer, ...(typeof column === "string" ? { values: { column } } : {}) };
  }
}

function readRequest({ body, caller }: Call): ReportRequest | { answer: Answer } {
  const type = readText(body, "type");
  if (typeof type !== "string") return { answer: answers.type_unknown };
  const format = readText(body, "format") ?? (readField(body, "format") === undefined ? "csv" : null);
  if (format === null) return { answer: answers.format_unknown };
  const name = readText(body, "name");
  if (name === null) return { answer: answers.name_invalid };
  const [fromDay, toDay] = [readDay(body, "startDate"), readDay(body, "endDate")];
  if (typeof fromDay !== "string" || typeof toDay !== "string") return { answer: answers.range_invalid };
  const columns = readColumns(readField(body, "columns"));
  if (columns === null) return { answer: answers.columns_missing };
  const named = readText(body, "paymentInstrumentId");
  if (named === null || (named !== undefined && sourceAsked(caller, named) === null))
    return { answer: answers.fund_source_unknown };
  const fundSourceId = type === "account_statement" ? sourceAsked(caller, named)! : named;
  const { fundSourceIds } = caller;
  const by = `api-key:${caller.clientId}` as const;
  return { type, format, name, fromDay, toDay, columns, fundSourceId, fundSourceIds, by };
}

/** Reads the names of columns; undefined if absent, null if it is not a list of texts. */
function readColumns(value: unknown): string[] | null | undefined {
  if (value === undefined) return undefined;
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list) || list.length > COLUMNS_MAX || !list.every((name) => typeof name === "string"))
    return null;
  return list.map((name) => name.trim());
}
