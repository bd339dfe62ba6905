/** Fields that the calls of notification settings publish, read and write alike. */
import { NotificationError, readNotificationSettings, type NotificationSetting } from "#notifications";
import type { VitaranError } from "#lib/errors";
import { answerFor, refuse, type Answers, type Reply } from "./answers.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, DataShape, FieldShape, FieldShapes, JsonSchema } from "./operation.ts";

const properties = {
  category: { type: "string", description: "The name that the other calls use." },
  name: { type: "string" },
  description: { type: "string" },
  enabled: { type: "integer", enum: [0, 1] },
  recipients: { type: "array", items: { type: "string" }, description: "At most ten." },
} as const satisfies Record<string, JsonSchema>;

export const settingSchema: JsonSchema = {
  type: "object",
  properties,
  required: Object.keys(properties),
};

export const settingExample = {
  category: "transfer_failed",
  name: "Transfer failures",
  description: "Transfers that failed or were rejected",
  enabled: 1,
  recipients: ["asha@example.com", "ravi@example.com"],
} as const;

/** The setting after a change. */
export const changedData: DataShape = { schema: settingSchema, examples: { changed: settingExample } };

export const categoryField: FieldShapes = {
  category: {
    schema: { type: "string", maxLength: 100, description: "A category from `GET /notifications`." },
    required: true,
  },
};

/** The limit for one address, in a list or as a single text. */
export const ADDRESS_LENGTH_MAX = 320;
/** The limit with duplicates; a category has at most ten addresses. */
const ADDRESSES_MAX = 100;
const ADDRESSES_TEXT_MAX = 5_000;

export const recipientsField: FieldShape = {
  schema: {
    anyOf: [
      { type: "array", maxItems: ADDRESSES_MAX, items: { type: "string", maxLength: ADDRESS_LENGTH_MAX } },
      { type: "string", maxLength: ADDRESSES_TEXT_MAX },
    ],
    description: "E-mail addresses, as a list or separated by commas; at most ten per category.",
  },
  required: true,
};

/** Refusals of any change of a category. */
export const settingAnswers = {
  category_unknown: refuse("404", "Notification category does not exist"),
  breakdown: refuse("520", "Error while updating notifications"),
} as const satisfies Answers;

export const recipientAnswers = {
  recipients_missing: refuse("412", "recipients missing in the request"),
  recipient_invalid: refuse("422", "{email} is not a valid email"),
  recipients_too_many: refuse("422", "At most 10 emails are allowed for a category"),
} as const satisfies Answers;

/** Reads the addresses of a request; undefined if absent, null if they are not texts. */
export function readAddresses(fields: Fields, name: string): string[] | null | undefined {
  const value = readField(fields, name);
  if (value === undefined) return undefined;
  const list: unknown = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list) || list.length > ADDRESSES_MAX) return null;
  return list.every((item) => typeof item === "string") ? list : null;
}

/** Returns the category that the path names. */
export function readCategory({ path }: Call): string {
  return readText(path, "category") ?? "";
}

/** Changes a category and answers with its new state. */
export async function changeSetting(
  call: Call,
  answers: Answers & { readonly changed: Reply["answer"] },
  change: (category: string) => Promise<unknown>,
): Promise<Reply> {
  const category = readCategory(call);
  try {
    await change(category);
  } catch (error) {
    const answer = answerFor(error, NotificationError, answers);
    const { recipient } = (error as VitaranError).details;
    return { answer, ...(typeof recipient === "string" ? { values: { email: recipient } } : {}) };
  }
  const settings = await readNotificationSettings(call.ctx, call.caller.merchantId);
  const setting = settings.find((one) => one.category === category);
  return { answer: answers.changed, data: writeSetting(setting!) };
}

/** Writes a category for the API. */
export function writeSetting({
  category,
  name,
  description,
  enabled,
  recipients,
}: NotificationSetting): Record<string, unknown> {
  return { category, name, description, enabled: enabled ? 1 : 0, recipients };
}
