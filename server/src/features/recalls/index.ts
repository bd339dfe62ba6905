/** Recalls: a merchant asks for the return of a paid transfer. */
export { handOverRecall, refuseRecall, withdrawRecall } from "./answer-recall.ts";
export { RecallError } from "./errors.ts";
export { readLetter, type Letter } from "./read-letter.ts";
export {
  listRecalls,
  readRecall,
  readRecallsOf,
  type RecallChoice,
  type RecallDetails,
  type RecallEvent,
} from "./read-recalls.ts";
export { RECALL_DAYS, RECALL_REASONS, type Recall, type RecallReason, type RecallStatus } from "./recall.ts";
export { requestRecall } from "./request-recall.ts";
export { recallsWorker, workRecalls } from "./work.ts";
