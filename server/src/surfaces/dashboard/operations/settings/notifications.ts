/** The categories of e-mail notifications and their recipients. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import { flag, listOf, type RefusalShape, text } from "#http";
import {
  addRecipients,
  deleteRecipient,
  readNotificationSettings,
  setCategory,
  setRecipients,
} from "#notifications";

const operation = resource({ at: "/notifications", tag: "Settings", permission: "manage_settings" });

const categorySetting = Type.Object({
  enabled: Type.Boolean(),
  recipients: Type.Array(Type.String()),
});

const categoryRefusals = {
  category_unknown: { status: 404, message: "This category does not exist." },
} as const satisfies Record<string, RefusalShape>;

/** The length of ten addresses of at most 254 characters, with commas and spaces between them. */
const RECIPIENTS_LENGTH_MAX = 2_600;

const recipientRefusals = {
  ...categoryRefusals,
  recipients_missing: { status: 422, message: "Give at least one e-mail address." },
  recipient_invalid: { status: 422, message: "{recipient} is not an e-mail address." },
  recipients_too_many: {
    status: 422,
    message: "A category has at most {limit} addresses; that would be {given}.",
  },
} as const satisfies Record<string, RefusalShape>;

export const getNotifications = operation({
  name: "getNotifications",
  method: "GET",
  permission: null,
  summary: "Read who is notified by e-mail",
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        category: Type.String(),
        name: Type.String(),
        description: Type.String(),
        enabled: Type.Boolean(),
        recipients: Type.Array(Type.String()),
      }),
    ),
  }),
  handle: async ({ ctx, merchantId }) => ({
    items: (await readNotificationSettings(ctx, merchantId)).map((one) => ({
      ...one,
      recipients: [...one.recipients],
    })),
  }),
});

/** Switches a category on or off. Its recipients are kept. */
export const setNotificationCategory = operation({
  name: "setNotificationCategory",
  method: "PATCH",
  path: "/{category}",
  summary: "Switch a category of e-mails on or off",
  pathFields: { category: text({ max: 50 }) },
  body: { enabled: flag() },
  output: categorySetting,
  refusals: categoryRefusals,
  handle: ({ ctx, merchantId, by, input }) => setCategory(ctx, merchantId, { ...input, by }),
});

/** Replaces the recipients of a category. */
export const setNotificationRecipients = operation({
  name: "setNotificationRecipients",
  method: "PUT",
  path: "/{category}/recipients",
  summary: "Replace the e-mail addresses of a category",
  pathFields: { category: text({ max: 50 }) },
  /** Addresses separated by commas. An empty text empties the list. */
  body: { recipients: text({ min: 0, max: RECIPIENTS_LENGTH_MAX, cards: "let_pass" }) },
  output: categorySetting,
  refusals: recipientRefusals,
  handle: ({ ctx, merchantId, by, input }) => setRecipients(ctx, merchantId, { ...input, by }),
});

/** Adds all recipients to all categories, or none. A category has at most ten. */
export const addNotificationRecipients = operation({
  name: "addNotificationRecipients",
  method: "POST",
  path: "/recipients",
  summary: "Add e-mail addresses to categories",
  body: {
    categories: listOf(text({ max: 50 }), { min: 1, max: 25 }),
    /** Addresses separated by commas. */
    recipients: text({ max: RECIPIENTS_LENGTH_MAX, cards: "let_pass" }),
  },
  output: Type.Object({ items: Type.Array(categorySetting) }),
  refusals: recipientRefusals,
  handle: async ({ ctx, merchantId, by, input }) => ({
    items: await addRecipients(ctx, merchantId, { ...input, by }),
  }),
});

export const deleteNotificationRecipient = operation({
  name: "deleteNotificationRecipient",
  method: "POST",
  path: "/{category}/recipients/delete",
  summary: "Delete an e-mail address from a category",
  pathFields: { category: text({ max: 50 }) },
  body: { recipient: text({ max: 320, cards: "let_pass" }) },
  output: categorySetting,
  refusals: {
    ...categoryRefusals,
    recipient_not_found: { status: 404, message: "The category does not have this address." },
  },
  handle: ({ ctx, merchantId, by, input }) => deleteRecipient(ctx, merchantId, { ...input, by }),
});
