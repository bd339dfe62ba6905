import { listTransfers } from "#transfers";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { readDay, readReferenceId, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { readLookupsOf } from "./read-lookups-of.ts";
import { transferRowSchema } from "./transfer-fields.ts";
import { writeTransferRow } from "./write-transfer.ts";

const answers = {
  found: success("Data retrieved successfully"),
  // The contract gives only the code; the sentences are ours.
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  date_invalid: refuse("422", "Requested date range is invalid"),
  breakdown: unknownError,
} as const;

const RETURN_DEFAULT = 10;
const RETURN_MAX = 100;

export const getTransfers: CallerOperation = {
  name: "getTransfers",
  method: "GET",
  path: "/getTransfers",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Transfers",
  summary: "List transfers",
  description:
    "In the order in which we accepted them. Pass `lastReturnId` to get the next page; the last page has none.",
  query: {
    maxReturn: { schema: { type: "integer", minimum: 1, maximum: RETURN_MAX, default: RETURN_DEFAULT } },
    lastReturnId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
    date: {
      schema: {
        type: "string",
        format: "date",
        maxLength: 10,
        description: "Only transfers of this day (Indian time).",
      },
    },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        transfers: { type: "array", items: transferRowSchema },
        lastReturnId: { type: "string", pattern: "^[0-9]+$" },
      },
      required: ["transfers"],
    },
    examples: {
      found: {
        transfers: [
          {
            referenceId: "10023",
            bankAccount: "00011020001772",
            beneId: "JOHN18011",
            amount: "100.00",
            status: "SUCCESS",
            utr: "632512345678",
            addedOn: "2026-11-21 11:43:20",
            processedOn: "2026-11-21 11:43:21",
            acknowledged: 1,
          },
        ],
        lastReturnId: "10023",
      },
    },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const limit = readWhole(query, "maxReturn") === undefined ? RETURN_DEFAULT : readWhole(query, "maxReturn");
  if (typeof limit !== "number" || limit < 1 || limit > RETURN_MAX)
    return { answer: answers.max_return_invalid };
  const afterReferenceId = readReferenceId(query, "lastReturnId");
  if (afterReferenceId === null) return { answer: answers.last_return_id_invalid };
  const date = readDay(query, "date");
  if (date === null) return { answer: answers.date_invalid };
  // One more than requested shows whether the list continues.
  const found = await listTransfers(ctx, caller.merchantId, {
    limit: limit + 1,
    fundSourceIds: caller.fundSourceIds,
    ...(afterReferenceId === undefined ? {} : { afterReferenceId }),
    ...(date === undefined ? {} : { date }),
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? { lastReturnId: String(shown.at(-1)!.referenceId) } : {};
  const lookupOf = await readLookupsOf(ctx, shown);
  const transfers = shown.map((transfer) => writeTransferRow(transfer, lookupOf(transfer)));
  return { answer: answers.found, data: { transfers, ...last } };
}
