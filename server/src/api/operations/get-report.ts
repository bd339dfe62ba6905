import { readReport, ReportError } from "#reports";
import { answerFor, refuse, success } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { reportExample, reportIdField, reportOutput } from "./report-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  report_not_found: refuse("404", "Report does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getReport = declareClassic({
  name: "getReport",
  method: "GET",
  path: "/reports/{id}",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "Get a report",
  description: "An extension of the classic contract.",
  pathFields: reportIdField,
  answers,
  data: { schema: reportOutput.schema, examples: { found: reportExample } },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller: { merchantId, fundSourceIds }, input: { id: reportId } }) => {
    try {
      const report = await readReport(ctx, merchantId, reportId, fundSourceIds);
      return { answer: answers.found, data: reportOutput.write(report) };
    } catch (error) {
      return { answer: answerFor(error, ReportError, answers) };
    }
  },
});
