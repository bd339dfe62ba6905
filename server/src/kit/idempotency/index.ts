/** Idempotency keys: the same key and the same request get the first answer again, and nothing is done twice. */
export { IdempotencyError } from "./errors.ts";
export {
  claimRequest,
  dropKey,
  heldKeyId,
  judgeKey,
  keepAnswers,
  sendKept,
  verdictOf,
  type Keyed,
  type RepeatVerdict,
  keysWorker,
  pruneKeys,
  KEY_DESCRIPTION,
  keySchema,
} from "./keyed-requests.ts";
export { IDEMPOTENCY_TO_SEAL, type KeptAnswer } from "./claim-key.ts";
export { PARTS_TO_ERASE as IDEMPOTENCY_TO_ERASE } from "./to-erase.ts";
