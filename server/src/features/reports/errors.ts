/** The errors that callers can get about reports. */
import { defineErrors } from "#lib/errors";

export const ReportError = defineErrors("reports", {
  type_unknown: "There is no such type of report",
  format_unknown: "A report is a csv, xlsx or xls file",
  name_invalid: "A report's name has 1 to 100 characters",
  column_unknown: "The report has no such column",
  columns_missing: "Choose at least one column",
  range_invalid: "The range is two days, YYYY-MM-DD, the first not after the last",
  range_too_long: "A report covers at most 30 days",
  range_in_future: "The range may not end after today",
  fund_source_unknown: "There is no such fund source",
  fund_source_not_wanted: "Only an account statement has a fund source",
  too_many_waiting: "At most 10 reports may be under way",
  too_many_today: "At most 100 reports can be requested a day",
  report_not_found: "There is no such report",
  report_not_ready: "The report is not ready yet",
  report_failed: "The report could not be made",
  report_expired: "The report is no longer kept",
});
