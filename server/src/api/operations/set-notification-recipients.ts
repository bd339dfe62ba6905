import { setRecipients } from "#notifications";
import { type Reply, success } from "./answers.ts";
import {
  categoryField,
  changedData,
  changeSetting,
  readAddresses,
  recipientAnswers,
  recipientsField,
  settingAnswers,
} from "./notification-fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  changed: success("Notification recipients updated"),
  ...recipientAnswers,
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const setNotificationRecipients: CallerOperation = {
  name: "setNotificationRecipients",
  method: "POST",
  path: "/notifications/{category}/recipients",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Notifications",
  summary: "Set the recipients of e-mail notifications",
  description:
    "An extension of the classic contract. Replaces the current recipients; an empty list removes all of them.",
  pathFields: categoryField,
  body: { recipients: recipientsField },
  bodyExample: () => ({ recipients: "asha@example.com, ravi@example.com" }),
  answers: () => answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, body } = call;
  const recipients = readAddresses(body, "recipients");
  // A body without the field must not empty the list: only an empty list does.
  if (recipients === undefined) return { answer: answers.recipients_missing };
  if (recipients === null) return { answer: answers.recipient_invalid, values: { email: "recipients" } };
  const by = `api-key:${caller.clientId}` as const;
  return changeSetting(call, answers, (category) =>
    setRecipients(ctx, caller.merchantId, { category, recipients, by }),
  );
}
