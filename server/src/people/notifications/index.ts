/** E-mail notifications: their categories and recipients, and the worker that sends them. */
export {
  addRecipients,
  deleteRecipient,
  type RecipientsToSet,
  setCategory,
  setRecipients,
  type CategorySetting,
  readNotificationSettings,
  type NotificationSetting,
} from "./settings.ts";
export { isCategory, type Category } from "./categories.ts";
export { NotificationError } from "./errors.ts";
export { noteEvents, type EventToNote } from "./collect-notices.ts";
export { findMerchantsToNotify, notificationsWorker, notifyPeople } from "./work.ts";
