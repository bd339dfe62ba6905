/** What the public site asks of the server. */
export { mountFeedback } from "./mount-feedback.ts";
export { noteFeedback, type PageFeedback, readFeedback } from "./note-feedback.ts";
