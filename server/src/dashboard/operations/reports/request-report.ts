import { nameActors } from "#access";
import { memberOperation } from "#dashboard/operation";
import { day, listOf, oneOf, optional, Refusal, text } from "#http";
import { RANGE_DAYS_MAX, REPORT_FORMATS, REPORT_TYPES, ReportError, requestReport as ask } from "#reports";
import { report, showReport } from "./show-report.ts";

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

export const requestReport = memberOperation({
  name: "requestReport",
  method: "POST",
  path: "/merchants/{merchantId}/reports",
  tag: "Reports",
  summary: "Request a report; it is created in the background",
  permission: "export_data",
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
    too_many_waiting: { status: 429, message: "Ten reports are being created. Try again when one is ready." },
    too_many_today: { status: 429, message: "A hundred reports were requested today. Try again tomorrow." },
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
