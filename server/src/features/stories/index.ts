/** The story of a transfer: where its money is, what happened and what happens next, from all modules' parts. */
export { StoryError, EVENT_KINDS, type Story, showBank } from "./story.ts";
export { explainTransfer, HOLDERS, type ExplanationFacts } from "./explain-transfer.ts";
export { mayBeTold, readTold } from "./describe-events.ts";
export { readStory } from "./read-story.ts";
export {
  explainReason,
  say,
  SENTENCE_CODES,
  SENTENCES,
  type Sentence,
  type SentenceCode,
} from "./sentences.ts";
export { writeReceipt } from "./write-receipt.ts";
