/** E-mail and SMS to people: an outbox, a mail server or the sandbox inbox, and the layout of messages. */
export {
  type Channel,
  isEmailAddress,
  isPhoneNumber,
  type NewMessage,
  queueMessages,
} from "./queue-messages.ts";
export { deliverMessages, findMerchantsWithDueMessages, messagesWorker } from "./deliver-messages.ts";
export {
  forgetMessages,
  listMessages,
  PERSONAL,
  type ListedMessage,
  PARTS_TO_SEAL as MESSAGES_TO_SEAL,
} from "./list-messages.ts";
export { withoutLinks, writeMessage, type MessageParts } from "./write-message.ts";
export { messagesFigures } from "./measure.ts";
export { PARTS_TO_ERASE as MESSAGES_TO_ERASE } from "./to-erase.ts";
