/** The requests of the public site. */
export { mountFeedback } from "./mount-feedback.ts";
export { noteFeedback, type PageFeedback, readFeedback } from "./note-feedback.ts";
