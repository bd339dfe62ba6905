import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listOf, text } from "#http";
import { addRecipients } from "#notifications";
import { categorySetting, recipientRefusals, RECIPIENTS_LENGTH_MAX } from "./notification-fields.ts";

/** Adds recipients to categories, all or none; with ten of them a category is full. */
export const addNotificationRecipients = memberOperation({
  name: "addNotificationRecipients",
  method: "POST",
  path: "/merchants/{merchantId}/notifications/recipients",
  tag: "Settings",
  summary: "Add e-mail addresses to categories",
  permission: "manage_settings",
  body: {
    categories: listOf(text({ max: 50 }), { min: 1, max: 25 }),
    /** With commas between them. */
    recipients: text({ max: RECIPIENTS_LENGTH_MAX, cards: "let_pass" }),
  },
  output: Type.Object({ items: Type.Array(categorySetting) }),
  refusals: recipientRefusals,
  handle: async ({ ctx, merchantId, by, input }) => ({
    items: await addRecipients(ctx, merchantId, { ...input, by }),
  }),
});
