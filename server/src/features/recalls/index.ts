/** Recalls: a merchant asks for the return of a paid transfer. */
export { handOverRecall, refuseRecall, withdrawRecall, requestRecall } from "./request-recall.ts";
export {
  RecallError,
  listRecalls,
  readRecall,
  readRecallsOf,
  type RecallChoice,
  type RecallDetails,
  type RecallEvent,
  RECALL_DAYS,
  RECALL_REASONS,
  type Recall,
  type RecallReason,
  type RecallStatus,
} from "./recall.ts";
export { readLetter, type Letter } from "./read-letter.ts";
export { recallsWorker, workRecalls } from "./work.ts";
export { PARTS_TO_ERASE as RECALLS_TO_ERASE } from "./to-erase.ts";
