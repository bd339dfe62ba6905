import { BatchError, describeBatch, readRows } from "#batches";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { batchIdField, batchWithRowsData } from "./batch-file-fields.ts";
import { readUuid, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { writeBatch, writeBatchRow } from "./write-batch.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  max_return_invalid: refuse("412", "maxReturn should be between 0 and 1000"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 100;
const RETURN_MAX = 1_000;

export const getBatchFile: CallerOperation = {
  name: "getBatchFile",
  method: "GET",
  path: "/batchFiles/{id}",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Batches",
  summary: "Get a batch with its totals and rows",
  description: "An extension of the classic contract.",
  pathFields: batchIdField,
  query: {
    maxReturn: { schema: { type: "integer", minimum: 0, maximum: RETURN_MAX, default: RETURN_DEFAULT } },
    lastReturnId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
  },
  answers: () => answers,
  data: batchWithRowsData,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, path, query }: Call): Promise<Reply> {
  const batchId = readUuid(path, "id");
  if (typeof batchId !== "string") return { answer: answers.not_found };
  const limit = readWhole(query, "maxReturn") ?? RETURN_DEFAULT;
  if (readWhole(query, "maxReturn") === null || limit > RETURN_MAX) {
    return { answer: answers.max_return_invalid };
  }
  const after = readWhole(query, "lastReturnId");
  if (after === null) return { answer: answers.last_return_id_invalid };
  try {
    const batch = await describeBatch(ctx, caller.merchantId, {
      batchId,
      fundSourceIds: caller.fundSourceIds,
    });
    const rows = await readRows(ctx, caller.merchantId, { batch, after: after ?? 0, limit });
    const last = rows.at(-1)?.rowNo ?? batch.rowCount;
    const more = last < batch.rowCount ? { lastReturnId: String(last) } : {};
    return {
      answer: answers.found,
      data: { ...writeBatch(batch), rows: rows.map(writeBatchRow), ...more },
    };
  } catch (error) {
    return { answer: answerFor(error, BatchError, answers) };
  }
}
