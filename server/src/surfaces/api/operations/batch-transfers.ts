import { BatchError, type BatchOrder, describeBatch, readRows, requestBatch } from "#batches";
import { refusing } from "#http";
import { answerFor, type Answers, pending, refuse, success } from "./answers.ts";
import {
  batchAcceptanceData,
  batchBody,
  batchExample,
  batchStatus,
  batchStatusData,
  batchTaken,
} from "./batch-fields.ts";
import { anyText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Version } from "./operation.ts";

const requestBatchTransferAnswers = {
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
  breakdown: requestBatchTransferAnswers.breakdown,
  notBegun: requestBatchTransferAnswers.request_failed,
  gate: ({ settings }) =>
    settings.payoutsEnabled ? null : { answer: requestBatchTransferAnswers.permission_denied },
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
      if (acceptance.kind === "unknown")
        return { answer: requestBatchTransferAnswers.received, data, verdict: "unknown" };
      if (call.keyId !== null && acceptance.sameContent) return { answer: taken, data, replayed: true };
      return { answer: requestBatchTransferAnswers.batch_id_exists, values: { id: order.batchKey } };
    } catch (error) {
      const known = { ...requestBatchTransferAnswers, fund_source_not_available: fundSourceNotAvailable };
      return { answer: answerFor(error, BatchError, known) };
    }
  },
});

function answersOf(version: Version): Answers {
  if (version !== "v1.2") return { accepted: accepted.v1, ...requestBatchTransferAnswers };
  return {
    accepted: accepted["v1.2"],
    ...requestBatchTransferAnswers,
    fund_source_not_available: fundSourceNotAvailable,
  };
}

const getBatchTransferStatusAnswers = {
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
  answers: getBatchTransferStatusAnswers,
  data: batchStatusData,
  breakdown: getBatchTransferStatusAnswers.breakdown,
  handle: async ({ ctx, caller, version, input: { batchTransferId: batchKey } }) => {
    const { merchantId, fundSourceIds } = caller;
    try {
      const batch = await describeBatch(ctx, merchantId, { batchKey, fundSourceIds });
      const rows = await readRows(ctx, merchantId, { batch, limit: ROWS_MAX });
      return {
        answer: getBatchTransferStatusAnswers.found,
        data: batchStatus.write({ batch, rows, version }),
      };
    } catch (error) {
      return { answer: answerFor(error, BatchError, getBatchTransferStatusAnswers) };
    }
  },
});
