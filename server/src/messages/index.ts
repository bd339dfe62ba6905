/** E-mail and SMS to people: an outbox, a mail server or the sandbox inbox, and the look of what is sent. */
export { isEmailAddress, isPhoneNumber } from "./check-recipient.ts";
export { MESSAGE_MOMENTS, deliverMessages, findMerchantsWithDueMessages } from "./deliver-messages.ts";
export { forgetMessages, type ToForget } from "./forget-messages.ts";
export { listMessages, PERSONAL, type ListedMessage, type MessageFilter } from "./list-messages.ts";
export { queueMessages, wakeMessages, type Channel, type NewMessage } from "./queue-messages.ts";
export { startMessages } from "./start-messages.ts";
export { withoutLinks, writeMessage, type MessageParts } from "./write-message.ts";
export { PARTS_TO_SEAL as MESSAGES_TO_SEAL } from "./parts-to-seal.ts";
