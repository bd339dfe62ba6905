/** The requests of the public site. */
export { mountFeedback, noteFeedback, readFeedback } from "./mount-feedback.ts";
