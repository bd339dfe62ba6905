/** The errors of notifications that a caller may see. */
import { defineErrors } from "#lib/errors";

export const NotificationError = defineErrors("notifications", {
  category_unknown: "There is no such category of notifications",
  recipients_missing: "Give at least one e-mail address",
  recipient_invalid: "That is not an e-mail address",
  recipients_too_many: "A category has at most 10 e-mail addresses",
  recipient_not_found: "The category has no such e-mail address",
});
