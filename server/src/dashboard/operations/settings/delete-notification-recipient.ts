import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { deleteRecipient } from "#notifications";
import { categoryRefusals, categorySetting } from "./notification-fields.ts";

/** Takes an address off a category. */
export const deleteNotificationRecipient = memberOperation({
  name: "deleteNotificationRecipient",
  method: "POST",
  path: "/merchants/{merchantId}/notifications/{category}/recipients/delete",
  tag: "Settings",
  summary: "Delete an e-mail address from a category",
  permission: "manage_settings",
  pathFields: { category: text({ max: 50 }) },
  body: { recipient: text({ max: 320, cards: "let_pass" }) },
  output: categorySetting,
  refusals: {
    ...categoryRefusals,
    recipient_not_found: { status: 404, message: "The category does not have this address." },
  },
  handle: ({ ctx, merchantId, by, input }) => deleteRecipient(ctx, merchantId, { ...input, by }),
});
