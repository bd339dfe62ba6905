import type { VitaranError } from "#lib/errors";
import { RANGE_DAYS_MAX, ReportError, requestReport as askForReport } from "#reports";
import { optional, refusing, type Rule, withDefault } from "#http";
import { answerFor, refuse, success } from "./answers.ts";
import { anyText, anyTextAs, dayRule, required, ruleOf } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import {
  COLUMNS_DESCRIPTION,
  reportExample,
  reportFormatSchema,
  reportOutput,
  reportTypeSchema,
} from "./report-fields.ts";
import { anySourceRule, sourceAsked } from "./source-asked.ts";

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

/** The names of columns. Those that are no columns of the report are refused later. */
const columnsRule: Rule<readonly string[]> = ruleOf(
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
  answers,
  data: {
    schema: reportOutput.schema,
    examples: { requested: { ...reportExample, status: "REQUESTED" } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const { startDate: fromDay, endDate: toDay, paymentInstrumentId: named, ...request } = input;
    const asked = sourceAsked(caller, named);
    if (named !== undefined && asked === null) return { answer: answers.fund_source_unknown };
    try {
      const report = await askForReport(ctx, caller.merchantId, {
        ...request,
        fromDay,
        toDay,
        fundSourceId: request.type === "account_statement" ? asked! : named,
        fundSourceIds: caller.fundSourceIds,
        by: `api-key:${caller.clientId}`,
      });
      return { answer: answers.requested, data: reportOutput.write(report) };
    } catch (error) {
      const answer = answerFor(error, ReportError, answers);
      const { column } = (error as VitaranError).details;
      return { answer, ...(typeof column === "string" ? { values: { column } } : {}) };
    }
  },
});
