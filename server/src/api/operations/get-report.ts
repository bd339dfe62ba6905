import { readReport, ReportError } from "#reports";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { reportExample, reportIdField, reportSchema, writeReport } from "./report-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  report_not_found: refuse("404", "Report does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getReport: CallerOperation = {
  name: "getReport",
  method: "GET",
  path: "/reports/{id}",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Reports",
  summary: "Get a report",
  description: "An extension of the classic contract.",
  pathFields: reportIdField,
  answers: () => answers,
  data: { schema: reportSchema, examples: { found: reportExample } },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, path }: Call): Promise<Reply> {
  const reportId = readUuid(path, "id");
  if (typeof reportId !== "string") return { answer: answers.report_not_found };
  try {
    const { merchantId, fundSourceIds } = caller;
    const report = await readReport(ctx, merchantId, reportId, fundSourceIds);
    return { answer: answers.found, data: writeReport(report) };
  } catch (error) {
    return { answer: answerFor(error, ReportError, answers) };
  }
}
