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
} from "./keyed-requests.ts";
export { IDEMPOTENCY_TO_SEAL, type KeptAnswer } from "./keep-answer.ts";
export { keysWorker, pruneKeys } from "./prune-keys.ts";
export { KEY_DESCRIPTION, keySchema } from "./read-key.ts";
