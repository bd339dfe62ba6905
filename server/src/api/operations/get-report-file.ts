import { Readable } from "node:stream";
import { openReportFile, ReportError } from "#reports";
import { answerFor, refuse } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { REPORT_MEDIA_TYPES, reportIdField } from "./report-fields.ts";

const answers = {
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
  answers,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller: { merchantId, fundSourceIds, clientId }, input: { id: reportId } }) => {
    try {
      const by = `api-key:${clientId}` as const;
      const file = await openReportFile(ctx, merchantId, { reportId, fundSourceIds, by });
      const { fileName: name, contentType: mediaType, sizeBytes, sha256 } = file;
      return { file: { name, mediaType, bytes: Readable.from(file.chunks), sizeBytes, sha256 } };
    } catch (error) {
      return { answer: answerFor(error, ReportError, answers) };
    }
  },
});
