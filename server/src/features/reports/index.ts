/** Reports: requested, made in the background, and kept for a week. */
export { CATALOGUE, columnNamesOf, REPORT_TYPES, type ReportType } from "./catalogue.ts";
export { ReportError } from "./errors.ts";
export { openReportFile } from "./report-file.ts";
export { RANGE_DAYS_MAX } from "./request-report.ts";
export { listReports, readReport, REPORT_FORMATS, type StoredReport, type ReportFormat } from "./report.ts";
export { requestReport, type ReportRequest } from "./request-report.ts";
export {
  findMerchantsWithReports,
  makeReports,
  reportsWorker,
  partsToSeal as reportsToSeal,
} from "./work.ts";
export { forgetReports } from "./forget-reports.ts";
