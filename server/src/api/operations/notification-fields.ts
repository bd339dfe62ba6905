/** The fields that the calls of notification settings share, and those of a category in their answers. */
import { NotificationError, readNotificationSettings, type NotificationSetting } from "#notifications";
import { missingAs, outputOf, refusing, type Rule, shown } from "#http";
import type { VitaranError } from "#lib/errors";
import { flag, text } from "./answer-schemas.ts";
import { answerFor, refuse, type Answers, type Reply } from "./answers.ts";
import { orNull, ruleOf, searchedText } from "./classic-rules.ts";
import type { Call, DataShape } from "./operation.ts";

export const settingOutput = outputOf<NotificationSetting>({
  category: shown({ ...text, description: "The name that the other calls use." }, ({ category }) => category),
  name: shown(text, ({ name }) => name),
  description: shown(text, ({ description }) => description),
  enabled: shown(flag, ({ enabled }) => (enabled ? 1 : 0)),
  recipients: shown(
    { type: "array", items: text, description: "At most ten." },
    ({ recipients }) => recipients,
  ),
});

export const settingExample = {
  category: "transfer_failed",
  name: "Transfer failures",
  description: "Transfers that failed or were rejected",
  enabled: 1,
  recipients: ["asha@example.com", "ravi@example.com"],
} as const;

/** The setting after a change. */
export const changedData: DataShape = { schema: settingOutput.schema, examples: { changed: settingExample } };

export const categoryField = {
  category: missingAs(searchedText({ max: 100, description: "A category from `GET /notifications`." }), ""),
} as const;

/** The limit for one address, in a list or as a single text. */
export const ADDRESS_LENGTH_MAX = 320;
/** The limit with duplicates; a category has at most ten addresses. */
const ADDRESSES_MAX = 100;
const ADDRESSES_TEXT_MAX = 5_000;

const addressesRule: Rule<string[]> = ruleOf(
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
export const recipientsField = {
  recipients: refusing(orNull(addressesRule), { missing: "recipients_missing" }),
} as const;

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

/** Changes a category and answers with its new state. */
export async function changeSetting(
  { ctx, caller, input: { category } }: Call & { readonly input: { readonly category: string } },
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
