import { BatchError, CALL_ROWS_MAX, FORMATS, isFormatName, requestBatch, type BatchOrder } from "#batches";
import { isCardNumberAsId } from "#rails";
import { answerFor, pending, refuse, type Answer, type Answers, type Reply, success } from "./answers.ts";
import { batchAcceptanceData, batchBody, batchExample } from "./batch-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation, Version } from "./operation.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";

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

export const requestBatchTransfer: CallerOperation = {
  name: "requestBatchTransfer",
  method: "POST",
  path: "/requestBatchTransfer",
  versions: ["v1", "v1.2"],
  access: "token",
  scope: "draft",
  tag: "Batches",
  summary: "Create a batch",
  description:
    "Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid row never rejects " +
    "the others: getBatchTransferStatus gives its `failureReason`. A payee without a beneficiary ID becomes a " +
    "beneficiary, except for cards; rows with the same bank account pay the same beneficiary.",
  body: batchBody,
  bodyExample: batchExample,
  answers: answersOf,
  data: batchAcceptanceData,
  repeatable: true,
  breakdown: answers.breakdown,
  notBegun: answers.request_failed,
  handle,
};

function answersOf(version: Version): Answers {
  if (version !== "v1.2") return { accepted: accepted.v1, ...answers };
  return { accepted: accepted["v1.2"], ...answers, fund_source_not_available: fundSourceNotAvailable };
}

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, version } = call;
  if (!caller.settings.payoutsEnabled) return { answer: answers.permission_denied };
  const order = readOrder(call);
  if ("answer" in order) return order;
  const taken = accepted[version === "v1" ? "v1" : "v1.2"];
  try {
    const acceptance = await requestBatch(ctx, caller.merchantId, order);
    const data = { referenceId: acceptance.batch.referenceId };
    if (acceptance.kind === "accepted") return { answer: taken, data };
    if (acceptance.kind === "unknown") return { answer: answers.received, data, verdict: "unknown" };
    if (call.keyId !== null && acceptance.sameContent) return { answer: taken, data, replayed: true };
    return { answer: answers.batch_id_exists, values: { id: order.batchKey } };
  } catch (error) {
    const known = { ...answers, fund_source_not_available: fundSourceNotAvailable };
    return { answer: answerFor(error, BatchError, known) };
  }
}

const BATCH_KEY = /^[A-Za-z0-9_]{1,60}$/;

function readOrder({ body, version, caller }: Call): BatchOrder | { answer: Answer } {
  if (readField(body, "batchTransferId") === undefined) return { answer: answers.batch_id_missing };
  const format = readField(body, "batchFormat");
  if (format === undefined) return { answer: answers.format_missing };
  const batchKey = readText(body, "batchTransferId");
  if (typeof batchKey !== "string" || !BATCH_KEY.test(batchKey) || isCardNumberAsId(batchKey))
    return { answer: answers.batch_id_invalid };
  if (!isFormatName(format) || FORMATS[format].kind !== "transfers")
    return { answer: answers.format_invalid };
  const replacesBeneficiaries = readFlag(body, "deleteBene");
  const rows = readField(body, "batch");
  if (!Array.isArray(rows) || replacesBeneficiaries === null) return { answer: answers.parameters_missing };
  if (rows.length === 0) return { answer: answers.rows_missing };
  if (rows.length > CALL_ROWS_MAX) return { answer: answers.too_many_rows };
  const fundSourceId = version === "v1" ? undefined : readText(body, "paymentInstrumentId");
  if (fundSourceId === null || (fundSourceId?.length ?? 0) > FUND_SOURCE_ID_LENGTH_MAX) {
    return { answer: fundSourceNotAvailable };
  }
  const by = `api-key:${caller.clientId}` as const;
  return { batchKey, format, replacesBeneficiaries, fundSourceId: fundSourceId ?? null, rows, by };
}

/** Reads a flag, 0 or 1 as a number or as text; absent is 0, and null is anything else. */
function readFlag(fields: Fields, name: string): boolean | null {
  const value = readField(fields, name) ?? 0;
  if (value === 0 || value === "0") return false;
  return value === 1 || value === "1" ? true : null;
}
