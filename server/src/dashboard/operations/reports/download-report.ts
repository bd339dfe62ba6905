import { Readable } from "node:stream";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { openReportFile } from "#reports";

export const downloadReport = memberOperation({
  name: "downloadReport",
  method: "GET",
  path: "/merchants/{merchantId}/reports/{reportId}/file",
  tag: "Reports",
  summary: "The file of a report that is ready; who took it is on record",
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
    report_not_found: { status: 404, message: "There is no such report." },
    report_not_ready: { status: 409, message: "The report is not ready yet." },
    report_failed: { status: 409, message: "The report could not be made." },
    report_expired: {
      status: 409,
      message: "The report was kept for seven days and is gone. Ask for it again.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { reportId } }) => {
    const { fileName, contentType, chunks } = await openReportFile(ctx, merchantId, { reportId, by });
    return { name: fileName, mediaType: contentType, bytes: Readable.from(chunks, { objectMode: false }) };
  },
});
