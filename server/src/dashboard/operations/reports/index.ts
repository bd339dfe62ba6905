import type { DashboardOperation } from "#dashboard/operation";
import { downloadReport } from "./download-report.ts";
import { listReportTypes } from "./list-report-types.ts";
import { listReports } from "./list-reports.ts";
import { requestReport } from "./request-report.ts";

export const reports: readonly DashboardOperation[] = [
  listReportTypes,
  listReports,
  requestReport,
  downloadReport,
];
