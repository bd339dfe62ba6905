import { Readable } from "node:stream";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { openReportFile } from "#reports";

export const downloadReport = memberOperation({
  name: "downloadReport",
  method: "GET",
  path: "/merchants/{merchantId}/reports/{reportId}/file",
  tag: "Reports",
  summary: "Download the file of a finished report; this is recorded in the audit log",
  permission: "export_data",
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
