/** E-mail notifications: their categories and recipients, and the worker that sends them. */
export {
  addRecipients,
  deleteRecipient,
  setCategory,
  setRecipients,
  readNotificationSettings,
  type NotificationSetting,
  NotificationError,
} from "./settings.ts";
export { type Category } from "./categories.ts";
export { noteEvents } from "./collect-notices.ts";
export { findMerchantsToNotify, notificationsWorker, notifyPeople } from "./work.ts";
export { PARTS_TO_ERASE as NOTIFICATIONS_TO_ERASE } from "./to-erase.ts";
