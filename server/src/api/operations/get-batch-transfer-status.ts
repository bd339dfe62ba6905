import { BatchError, describeBatch, readRows } from "#batches";
import { refusing } from "#http";
import { answerFor, refuse, success } from "./answers.ts";
import { batchStatus, batchStatusData } from "./batch-fields.ts";
import { anyText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  // The contract has both sentences; this one is for a missing id.
  id_missing: refuse("404", "Bulk Transfer Id does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const ROWS_MAX = 500;

export const getBatchTransferStatus = declareClassic({
  name: "getBatchTransferStatus",
  method: "GET",
  path: "/getBatchTransferStatus",
  versions: ["v1", "v1.2", "v1.3"],
  scope: "read",
  tag: "Batches",
  summary: "Get a batch and its transfers",
  description: "Rows are listed as soon as the batch is accepted, in the order you sent them.",
  query: { batchTransferId: refusing(anyText({ max: 60 }), { missing: "id_missing", wrong: "not_found" }) },
  answers,
  data: batchStatusData,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, version, input: { batchTransferId: batchKey } }) => {
    const { merchantId, fundSourceIds } = caller;
    try {
      const batch = await describeBatch(ctx, merchantId, { batchKey, fundSourceIds });
      const rows = await readRows(ctx, merchantId, { batch, limit: ROWS_MAX });
      return { answer: answers.found, data: batchStatus.write({ batch, rows, version }) };
    } catch (error) {
      return { answer: answerFor(error, BatchError, answers) };
    }
  },
});
