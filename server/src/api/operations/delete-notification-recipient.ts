import { deleteRecipient } from "#notifications";
import { refuse, type Reply, success } from "./answers.ts";
import { readText } from "./fields.ts";
import {
  categoryField,
  changedData,
  changeSetting,
  settingAnswers,
  ADDRESS_LENGTH_MAX,
} from "./notification-fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  changed: success("Notification recipient deleted"),
  recipient_missing: refuse("412", "recipient missing in the request"),
  recipient_not_found: refuse("404", "Email is not a recipient of this category"),
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const deleteNotificationRecipient: CallerOperation = {
  name: "deleteNotificationRecipient",
  method: "POST",
  path: "/notifications/{category}/deleteRecipient",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Notifications",
  summary: "Remove a recipient of e-mail notifications",
  description: "An extension of the classic contract.",
  pathFields: categoryField,
  body: { recipient: { schema: { type: "string", maxLength: ADDRESS_LENGTH_MAX }, required: true } },
  bodyExample: () => ({ recipient: "asha@example.com" }),
  answers: () => answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, body } = call;
  const recipient = readText(body, "recipient");
  if (recipient === undefined) return { answer: answers.recipient_missing };
  if (recipient === null) return { answer: answers.recipient_not_found };
  const by = `api-key:${caller.clientId}` as const;
  return changeSetting(call, answers, (category) =>
    deleteRecipient(ctx, caller.merchantId, { category, recipient, by }),
  );
}
