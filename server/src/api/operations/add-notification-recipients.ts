import { addRecipients } from "#notifications";
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
  changed: success("Notification recipients added"),
  ...recipientAnswers,
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const addNotificationRecipients: CallerOperation = {
  name: "addNotificationRecipients",
  method: "POST",
  path: "/notifications/{category}/addRecipients",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Notifications",
  summary: "Add recipients of e-mail notifications",
  description:
    "An extension of the classic contract. Adds all of them, or none if that would make more than ten.",
  pathFields: categoryField,
  body: { recipients: recipientsField },
  bodyExample: () => ({ recipients: "asha@example.com" }),
  answers: () => answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, body } = call;
  const recipients = readAddresses(body, "recipients");
  if (recipients === undefined) return { answer: answers.recipients_missing };
  if (recipients === null) return { answer: answers.recipient_invalid, values: { email: "recipients" } };
  const by = `api-key:${caller.clientId}` as const;
  return changeSetting(call, answers, async (category) => {
    const [setting] = await addRecipients(ctx, caller.merchantId, { categories: [category], recipients, by });
    return setting!;
  });
}
