/** Notification settings in the classic API: the fields that calls share, and the calls. */
import { listOfShown, missingAs, outputOf, refusing, type FieldRule, shown } from "#http";
import type { VitaranError } from "#lib/errors";
import {
  addRecipients,
  deleteRecipient,
  NotificationError,
  type NotificationSetting,
  readNotificationSettings,
  setCategory,
  setRecipients,
} from "#notifications";
import { answerFor, type Answers, flag, refuse, type Reply, success, text } from "./answers.ts";
import { anyText, orNull, required, ruleOf, searchedText, switchRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall, DataShape } from "./operation.ts";

const settingOutput = outputOf<NotificationSetting>({
  category: shown({ ...text, description: "The name that the other calls use." }, ({ category }) => category),
  name: shown(text, ({ name }) => name),
  description: shown(text, ({ description }) => description),
  enabled: shown(flag, ({ enabled }) => (enabled ? 1 : 0)),
  recipients: shown(
    { type: "array", items: text, description: "At most ten." },
    ({ recipients }) => recipients,
  ),
});

const settingExample = {
  category: "transfer_failed",
  name: "Transfer failures",
  description: "Transfers that failed or were rejected",
  enabled: 1,
  recipients: ["asha@example.com", "ravi@example.com"],
} as const;

/** The setting after a change. */
const changedData: DataShape = { schema: settingOutput.schema, examples: { changed: settingExample } };

const categoryField = {
  category: missingAs(searchedText({ max: 100, description: "A category from `GET /notifications`." }), ""),
} as const;

/** The limit for one address, in a list or as a single text. */
const ADDRESS_LENGTH_MAX = 320;
/** The limit with duplicates; a category has at most ten addresses. */
const ADDRESSES_MAX = 100;
const ADDRESSES_TEXT_MAX = 5_000;

const addressesRule: FieldRule<string[]> = ruleOf(
  {
    anyOf: [
      { type: "array", maxItems: ADDRESSES_MAX, items: { type: "string", maxLength: ADDRESS_LENGTH_MAX } },
      { type: "string", maxLength: ADDRESSES_TEXT_MAX },
    ],
    description: "E-mail addresses, as a list or separated by commas; at most ten per category.",
  },
  (value) => {
    const list: unknown = typeof value === "string" ? [value] : value;
    if (!Array.isArray(list) || list.length > ADDRESSES_MAX) return null;
    return list.every((item) => typeof item === "string") ? list : null;
  },
);

/** The addresses of a request; null if they are not texts. A body without the field must not empty a list. */
const recipientsField = {
  recipients: refusing(orNull(addressesRule), { missing: "recipients_missing" }),
} as const;

/** Refusals of any change of a category. */
const settingAnswers = {
  category_unknown: refuse("404", "Notification category does not exist"),
  breakdown: refuse("520", "Error while updating notifications"),
} as const satisfies Answers;

const recipientAnswers = {
  recipients_missing: refuse("412", "recipients missing in the request"),
  recipient_invalid: refuse("422", "{email} is not a valid email"),
  recipients_too_many: refuse("422", "At most 10 emails are allowed for a category"),
} as const satisfies Answers;

/** Changes a category and answers with its new state. */
async function changeSetting(
  { ctx, caller, input: { category } }: ClassicCall & { readonly input: { readonly category: string } },
  answers: Answers & { readonly changed: Reply["answer"] },
  change: (category: string) => Promise<unknown>,
): Promise<Reply> {
  try {
    await change(category);
  } catch (error) {
    const answer = answerFor(error, NotificationError, answers);
    const { recipient } = (error as VitaranError).details;
    return { answer, ...(typeof recipient === "string" ? { values: { email: recipient } } : {}) };
  }
  const settings = await readNotificationSettings(ctx, caller.merchantId);
  const setting = settings.find((one) => one.category === category);
  return { answer: answers.changed, data: settingOutput.write(setting!) };
}

const getNotificationsAnswers = {
  found: success("Data retrieved successfully"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const output = outputOf<readonly NotificationSetting[]>({
  categories: listOfShown(settingOutput, (settings) => settings),
});

/** Our extension of the contract: the e-mail notification settings of the dashboard. */
export const getNotifications = declareClassic({
  name: "getNotifications",
  method: "GET",
  path: "/notifications",
  versions: ["v1.2"],
  scope: "read",
  tag: "Notifications",
  summary: "Get e-mail notification settings",
  description: "An extension of the classic contract. Every category, whether it is on, and its recipients.",
  answers: getNotificationsAnswers,
  data: { schema: output.schema, examples: { found: { categories: [settingExample] } } },
  breakdown: getNotificationsAnswers.breakdown,
  handle: async ({ ctx, caller }) => {
    const settings = await readNotificationSettings(ctx, caller.merchantId);
    return { answer: getNotificationsAnswers.found, data: output.write(settings) };
  },
});

const setNotificationCategoryAnswers = {
  changed: success("Notification category updated"),
  enabled_invalid: refuse("422", "Please provide a valid enabled"),
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const setNotificationCategory = declareClassic({
  name: "setNotificationCategory",
  method: "POST",
  path: "/notifications/{category}",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Notifications",
  summary: "Turn e-mail notifications on or off",
  description: "An extension of the classic contract. The recipients are kept.",
  pathFields: categoryField,
  body: { enabled: required(switchRule(), "enabled_invalid") },
  bodyExample: () => ({ enabled: 0 }),
  answers: setNotificationCategoryAnswers,
  data: { ...changedData, examples: { changed: { ...changedData.examples.changed, enabled: 0 } } },
  breakdown: setNotificationCategoryAnswers.breakdown,
  handle: (call) =>
    changeSetting(call, setNotificationCategoryAnswers, (category) => {
      const { ctx, caller, input } = call;
      const by = `api-key:${caller.clientId}` as const;
      return setCategory(ctx, caller.merchantId, { category, enabled: input.enabled, by });
    }),
});

const setNotificationRecipientsAnswers = {
  changed: success("Notification recipients updated"),
  ...recipientAnswers,
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const setNotificationRecipients = declareClassic({
  name: "setNotificationRecipients",
  method: "POST",
  path: "/notifications/{category}/recipients",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Notifications",
  summary: "Set the recipients of e-mail notifications",
  description:
    "An extension of the classic contract. Replaces the current recipients; an empty list removes all of them.",
  pathFields: categoryField,
  body: recipientsField,
  bodyExample: () => ({ recipients: "asha@example.com, ravi@example.com" }),
  answers: setNotificationRecipientsAnswers,
  data: changedData,
  breakdown: setNotificationRecipientsAnswers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { recipients } = input;
    if (recipients === null)
      return { answer: setNotificationRecipientsAnswers.recipient_invalid, values: { email: "recipients" } };
    const by = `api-key:${caller.clientId}` as const;
    return changeSetting(call, setNotificationRecipientsAnswers, (category) =>
      setRecipients(ctx, caller.merchantId, { category, recipients, by }),
    );
  },
});

const addNotificationRecipientsAnswers = {
  changed: success("Notification recipients added"),
  ...recipientAnswers,
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const addNotificationRecipients = declareClassic({
  name: "addNotificationRecipients",
  method: "POST",
  path: "/notifications/{category}/addRecipients",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Notifications",
  summary: "Add recipients of e-mail notifications",
  description:
    "An extension of the classic contract. Adds all of them, or none if that would make more than ten.",
  pathFields: categoryField,
  body: recipientsField,
  bodyExample: () => ({ recipients: "asha@example.com" }),
  answers: addNotificationRecipientsAnswers,
  data: changedData,
  breakdown: addNotificationRecipientsAnswers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { recipients } = input;
    if (recipients === null)
      return { answer: addNotificationRecipientsAnswers.recipient_invalid, values: { email: "recipients" } };
    const by = `api-key:${caller.clientId}` as const;
    return changeSetting(call, addNotificationRecipientsAnswers, (category) =>
      addRecipients(ctx, caller.merchantId, { categories: [category], recipients, by }),
    );
  },
});

const deleteNotificationRecipientAnswers = {
  changed: success("Notification recipient deleted"),
  recipient_missing: refuse("412", "recipient missing in the request"),
  recipient_not_found: refuse("404", "Email is not a recipient of this category"),
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const deleteNotificationRecipient = declareClassic({
  name: "deleteNotificationRecipient",
  method: "POST",
  path: "/notifications/{category}/deleteRecipient",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Notifications",
  summary: "Remove a recipient of e-mail notifications",
  description: "An extension of the classic contract.",
  pathFields: categoryField,
  body: {
    recipient: refusing(anyText({ max: ADDRESS_LENGTH_MAX }), {
      missing: "recipient_missing",
      wrong: "recipient_not_found",
    }),
  },
  bodyExample: () => ({ recipient: "asha@example.com" }),
  answers: deleteNotificationRecipientAnswers,
  data: changedData,
  breakdown: deleteNotificationRecipientAnswers.breakdown,
  handle: (call) =>
    changeSetting(call, deleteNotificationRecipientAnswers, (category) => {
      const { ctx, caller, input } = call;
      const by = `api-key:${caller.clientId}` as const;
      return deleteRecipient(ctx, caller.merchantId, { category, recipient: input.recipient, by });
    }),
});
