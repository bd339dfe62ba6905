/** E-mail notifications: who is told of what, and the telling. */
export { addRecipients } from "./add-recipients.ts";
export { isCategory, type Category } from "./categories.ts";
export type { CategorySetting } from "./change-category.ts";
export { deleteRecipient } from "./delete-recipient.ts";
export { NotificationError } from "./errors.ts";
export { noteEvents, type EventToNote } from "./note-events.ts";
export { readNotificationSettings, type NotificationSetting } from "./read-notification-settings.ts";
export { setCategory } from "./set-category.ts";
export { setRecipients, type RecipientsToSet } from "./set-recipients.ts";
export { startNotifications } from "./start-notifications.ts";
export { NOTICE_MOMENTS, findMerchantsToNotify, notifyPeople } from "./work.ts";
