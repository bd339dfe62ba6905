import { Readable } from "node:stream";
import { openReportFile, ReportError } from "#reports";
import { answerFor, type Download, refuse, type Reply } from "./answers.ts";
import { readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { REPORT_MEDIA_TYPES, reportIdField } from "./report-fields.ts";

const answers = {
  report_not_found: refuse("404", "Report does not exist"),
  report_not_ready: refuse("409", "Report is not ready yet"),
  report_failed: refuse("409", "Report could not be made"),
  report_expired: refuse("410", "Report is no longer available"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getReportFile: CallerOperation = {
  name: "getReportFile",
  method: "GET",
  path: "/reports/{id}/file",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Reports",
  summary: "Download a report",
  description:
    "An extension of the classic contract. Files are kept for seven days; `Repr-Digest` holds the SHA-256. Text " +
    "that a spreadsheet would run as a formula is prefixed with an apostrophe.",
  pathFields: reportIdField,
  downloads: REPORT_MEDIA_TYPES,
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, path }: Call): Promise<Reply | Download> {
  const reportId = readUuid(path, "id");
  if (typeof reportId !== "string") return { answer: answers.report_not_found };
  try {
    const by = `api-key:${caller.clientId}` as const;
    const { merchantId, fundSourceIds } = caller;
    const file = await openReportFile(ctx, merchantId, { reportId, fundSourceIds, by });
    const { fileName: name, contentType: mediaType, sizeBytes, sha256 } = file;
    return { file: { name, mediaType, bytes: Readable.from(file.chunks), sizeBytes, sha256 } };
  } catch (error) {
    return { answer: answerFor(error, ReportError, answers) };
  }
}
