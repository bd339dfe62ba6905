/** E-mail notifications: their categories and recipients, and the worker that sends them. */
export {
  addRecipients,
  deleteRecipient,
  type RecipientsToSet,
  setCategory,
  setRecipients,
} from "./change-recipients.ts";
export { isCategory, type Category } from "./categories.ts";
export type { CategorySetting } from "./change-category.ts";
export { NotificationError } from "./errors.ts";
export { noteEvents, type EventToNote } from "./note-events.ts";
export { readNotificationSettings, type NotificationSetting } from "./recipients.ts";
export { findMerchantsToNotify, notificationsWorker, notifyPeople } from "./work.ts";
