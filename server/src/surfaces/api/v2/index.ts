/** The v2 API: operations of the same engine in the terms of the newer contract. */
import { createBatch, getBatch } from "./batches.ts";
import { createBeneficiary, deleteBeneficiary, getBeneficiary } from "./beneficiaries.ts";
import { createTransfer } from "./create-transfer.ts";
import { getTransfer } from "./transfers.ts";
import type { OperationV2 } from "./operation.ts";

/** The table from which routes, documents and the tests' list of refusals are made. */
export const operationsV2: readonly OperationV2[] = [
  createTransfer,
  getTransfer,
  createBatch,
  getBatch,
  createBeneficiary,
  getBeneficiary,
  deleteBeneficiary,
];

export {
  Refused,
  bodyRefusals,
  callerRefusals,
  keyRefusals,
  saying,
  shown,
  strayRefusals,
  type V2Refusal,
} from "./refusals.ts";
export type { JsonSchema, OperationV2, ReplyV2 } from "./operation.ts";
export { publish } from "./rules.ts";
export { HEADERS, API_VERSION, sendRefusal, sendReplyV2 } from "./send.ts";
