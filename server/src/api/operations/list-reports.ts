import { listReports as readReports, type Report } from "#reports";
import { ifAny, listOfShown, optional, outputOf, refusing, withDefault } from "#http";
import { uuid } from "./answer-schemas.ts";
import { refuse, success } from "./answers.ts";
import { digitsRule, uuidRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { reportExample, reportOutput } from "./report-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 20;
const RETURN_MAX = 100;

interface ReportList {
  readonly reports: readonly Report[];
  readonly hasMore: boolean;
}

const output = outputOf<ReportList>({
  reports: listOfShown(reportOutput, ({ reports }) => reports),
  lastReturnId: ifAny({ ...uuid, description: "Absent on the last page." }, ({ reports, hasMore }) =>
    hasMore ? reports.at(-1)!.reportId : undefined,
  ),
});

/** Our extension of the contract. */
export const listReports = declareClassic({
  name: "listReports",
  method: "GET",
  path: "/reports",
  versions: ["v1.2"],
  scope: "read",
  tag: "Reports",
  summary: "List reports",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(uuidRule()), { wrong: "last_return_id_invalid" }),
  },
  answers,
  data: {
    schema: output.schema,
    examples: { found: { reports: [reportExample], lastReturnId: reportExample.reportId } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn: limit, lastReturnId: beforeId } }) => {
    const { merchantId, fundSourceIds } = caller;
    // One more than requested shows whether the list continues.
    const found = await readReports(ctx, merchantId, { limit: limit + 1, beforeId, fundSourceIds });
    const page = { reports: found.slice(0, limit), hasMore: found.length > limit };
    return { answer: answers.found, data: output.write(page) };
  },
});
