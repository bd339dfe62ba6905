/** The requests of the public site. */
export { mountFeedback } from "./mount-feedback.ts";
export { noteFeedback, readFeedback } from "./note-feedback.ts";
