/** What the public site asks of the server. */
export { mountFeedback } from "./mount-feedback.ts";
export { noteFeedback } from "./note-feedback.ts";
export { readFeedback, type PageFeedback } from "./read-feedback.ts";
