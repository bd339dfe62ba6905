import { BatchError, requestBatch, type BatchOrder } from "#batches";
import { answerFor, pending, refuse, type Answers, success } from "./answers.ts";
import { batchAcceptanceData, batchBody, batchExample, batchTaken } from "./batch-fields.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Version } from "./operation.ts";

const answers = {
  received: pending("202", "Request received. Please check status after some time."),
  batch_id_missing: refuse("422", "Batch transfer id is missing"),
  batch_id_invalid: refuse("422", "Invalid Batch Transfer Id provided"),
  format_missing: refuse("422", "Batch format is missing"),
  format_invalid: refuse("409", "Invalid Batch Format"),
  parameters_missing: refuse("422", "Transfer Parameters missing in the request"),
  rows_missing: refuse("422", "Please provide at least one transfer entry"),
  too_many_rows: refuse("422", "The maximum number of entries allowed per file is 500, please try again."),
  permission_denied: refuse("422", "Permission Denied"),
  batch_id_exists: refuse("409", "Batch TransferId {id} already exists"),
  request_failed: refuse("520", "Batch Transfer request failed"),
  breakdown: refuse("520", "Error in batch transfer"),
} as const satisfies Answers;

const fundSourceNotAvailable = refuse("422", "Specified paymentInstrumentId not available");

const accepted = {
  v1: success("Request accepted"),
  "v1.2": success("Batch Transfer requested successfully. Please check later for processing status."),
} as const;

export const requestBatchTransfer = declareClassic({
  name: "requestBatchTransfer",
  method: "POST",
  path: "/requestBatchTransfer",
  versions: ["v1", "v1.2"],
  scope: "draft",
  tag: "Batches",
  summary: "Create a batch",
  description:
    "Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid row never rejects " +
    "the others: getBatchTransferStatus gives its `failureReason`. A payee without a beneficiary ID becomes a " +
    "beneficiary, except for cards; rows with the same bank account pay the same beneficiary.",
  body: batchBody,
  order: ["batchTransferId:missing", "batchFormat:missing"],
  bodyExample: batchExample,
  answers: answersOf,
  data: batchAcceptanceData,
  repeatable: true,
  breakdown: answers.breakdown,
  notBegun: answers.request_failed,
  gate: ({ settings }) => (settings.payoutsEnabled ? null : { answer: answers.permission_denied }),
  handle: async (call) => {
    const { ctx, caller, version, input } = call;
    const order: BatchOrder = {
      batchKey: input.batchTransferId,
      format: input.batchFormat,
      replacesBeneficiaries: input.deleteBene,
      fundSourceId: input.paymentInstrumentId ?? null,
      rows: input.batch,
      by: `api-key:${caller.clientId}`,
    };
    const taken = accepted[version === "v1" ? "v1" : "v1.2"];
    try {
      const acceptance = await requestBatch(ctx, caller.merchantId, order);
      const data = batchTaken.write(acceptance.batch);
      if (acceptance.kind === "accepted") return { answer: taken, data };
      if (acceptance.kind === "unknown") return { answer: answers.received, data, verdict: "unknown" };
      if (call.keyId !== null && acceptance.sameContent) return { answer: taken, data, replayed: true };
      return { answer: answers.batch_id_exists, values: { id: order.batchKey } };
    } catch (error) {
      const known = { ...answers, fund_source_not_available: fundSourceNotAvailable };
      return { answer: answerFor(error, BatchError, known) };
    }
  },
});

function answersOf(version: Version): Answers {
  if (version !== "v1.2") return { accepted: accepted.v1, ...answers };
  return { accepted: accepted["v1.2"], ...answers, fund_source_not_available: fundSourceNotAvailable };
}
