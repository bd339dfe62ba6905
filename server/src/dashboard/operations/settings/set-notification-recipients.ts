import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { setRecipients } from "#notifications";
import { categorySetting, recipientRefusals, RECIPIENTS_LENGTH_MAX } from "./notification-fields.ts";

/** Replaces the recipients of a category. */
export const setNotificationRecipients = memberOperation({
  name: "setNotificationRecipients",
  method: "PUT",
  path: "/merchants/{merchantId}/notifications/{category}/recipients",
  tag: "Settings",
  summary: "Replace the e-mail addresses of a category",
  permission: "manage_settings",
  pathFields: { category: text({ max: 50 }) },
  /** With commas between them; none empties the list. */
  body: { recipients: text({ min: 0, max: RECIPIENTS_LENGTH_MAX, cards: "let_pass" }) },
  output: categorySetting,
  refusals: recipientRefusals,
  handle: ({ ctx, merchantId, by, input }) => setRecipients(ctx, merchantId, { ...input, by }),
});
