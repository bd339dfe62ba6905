import { listReports as readReports } from "#reports";
import { refuse, type Reply, success } from "./answers.ts";
import { readUuid, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { reportExample, reportSchema, writeReport } from "./report-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 20;
const RETURN_MAX = 100;

/** Our extension of the contract. */
export const listReports: CallerOperation = {
  name: "listReports",
  method: "GET",
  path: "/reports",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Reports",
  summary: "List reports",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: { schema: { type: "integer", minimum: 1, maximum: RETURN_MAX, default: RETURN_DEFAULT } },
    lastReturnId: { schema: { type: "string", format: "uuid", maxLength: 36 } },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        reports: { type: "array", items: reportSchema },
        lastReturnId: { type: "string", format: "uuid", description: "Absent on the last page." },
      },
      required: ["reports"],
    },
    examples: { found: { reports: [reportExample], lastReturnId: reportExample.reportId } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const asked = readWhole(query, "maxReturn");
  const limit = asked ?? RETURN_DEFAULT;
  if (asked === null || limit < 1 || limit > RETURN_MAX) return { answer: answers.max_return_invalid };
  const beforeId = readUuid(query, "lastReturnId");
  if (beforeId === null) return { answer: answers.last_return_id_invalid };
  // One more than requested shows whether the list continues.
  const found = await readReports(ctx, caller.merchantId, {
    ...{ limit: limit + 1, beforeId },
    fundSourceIds: caller.fundSourceIds,
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? { lastReturnId: shown.at(-1)!.reportId } : {};
  return { answer: answers.found, data: { reports: shown.map(writeReport), ...last } };
}
