import { BatchError, cloneFailedRows, describeBatch } from "#batches";
import { answerFor, refuse, success } from "./answers.ts";
import { batchIdField, batchOutput, takenData } from "./batch-file-fields.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  taken: success("Request accepted"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  nothing_to_clone: refuse("422", "No row has failed in a way that may be tried again"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  permission_denied: refuse("422", "Permission Denied"),
  breakdown: refuse("520", "Error in batch transfer"),
} as const;

export const cloneBatchFile = declareClassic({
  name: "cloneBatchFile",
  method: "POST",
  path: "/batchFiles/{id}/clone",
  versions: ["v1.2"],
  scope: "draft",
  tag: "Batches",
  summary: "Retry the failed rows of a batch",
  description:
    "Creates a new batch from the failed rows. Rows with wrong values are left out, as they would fail again. A " +
    "row that already has a transfer gets a new transfer ID, `<transferId>_r2`. A row is paid once even if you " +
    "retry the batch twice. Card rows are never retried: their tokens were issued for one payment. Our extension " +
    "of the contract.",
  pathFields: batchIdField,
  answers,
  data: takenData,
  breakdown: answers.breakdown,
  gate: ({ settings }) => (settings.payoutsEnabled ? null : { answer: answers.permission_denied }),
  handle: async ({ ctx, caller, input: { id: batchId } }) => {
    const { merchantId, clientId, fundSourceIds } = caller;
    try {
      await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
      const cloned = await cloneFailedRows(ctx, merchantId, { batchId, by: `api-key:${clientId}` });
      const batch = await describeBatch(ctx, merchantId, { batchId: cloned.batchId });
      return { answer: answers.taken, data: batchOutput.write(batch) };
    } catch (error) {
      return { answer: answerFor(error, BatchError, answers) };
    }
  },
});
