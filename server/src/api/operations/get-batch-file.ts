import { BatchError, describeBatch, readRows } from "#batches";
import { optional, refusing, withDefault } from "#http";
import { answerFor, refuse, success } from "./answers.ts";
import { batchIdField, batchWithRows, batchWithRowsData } from "./batch-file-fields.ts";
import { digitsRule, numberSchema, readDigits, ruleOf } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  max_return_invalid: refuse("412", "maxReturn should be between 0 and 1000"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 100;
const RETURN_MAX = 1_000;

export const getBatchFile = declareClassic({
  name: "getBatchFile",
  method: "GET",
  path: "/batchFiles/{id}",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "Get a batch with its totals and rows",
  description: "An extension of the classic contract.",
  pathFields: batchIdField,
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 0, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(ruleOf(numberSchema, readDigits)), {
      wrong: "last_return_id_invalid",
    }),
  },
  answers,
  data: batchWithRowsData,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { id: batchId, maxReturn: limit, lastReturnId: after = 0 } }) => {
    const { merchantId, fundSourceIds } = caller;
    try {
      const batch = await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
      const rows = await readRows(ctx, merchantId, { batch, after, limit });
      return { answer: answers.found, data: batchWithRows.write({ ...batch, rows }) };
    } catch (error) {
      return { answer: answerFor(error, BatchError, answers) };
    }
  },
});
