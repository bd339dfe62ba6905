import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { addRecipients } from "#notifications";
import { categorySetting, recipientRefusals, RECIPIENTS_LENGTH_MAX } from "./notification-fields.ts";

/** Adds recipients to a category; with ten of them it is full. */
export const addNotificationRecipients = memberOperation({
  name: "addNotificationRecipients",
  method: "POST",
  path: "/merchants/{merchantId}/notifications/{category}/recipients",
  tag: "Settings",
  summary: "Add e-mail addresses to a category",
  permission: "manage_settings",
  pathFields: { category: text({ max: 50 }) },
  /** With commas between them. */
  body: { recipients: text({ max: RECIPIENTS_LENGTH_MAX, cards: "let_pass" }) },
  output: categorySetting,
  refusals: recipientRefusals,
  handle: ({ ctx, merchantId, by, input }) => addRecipients(ctx, merchantId, { ...input, by }),
});
