import { addRecipients } from "#notifications";
import { success } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import {
  categoryField,
  changedData,
  changeSetting,
  recipientAnswers,
  recipientsField,
  settingAnswers,
} from "./notification-fields.ts";

const answers = {
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
  answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { recipients } = input;
    if (recipients === null) return { answer: answers.recipient_invalid, values: { email: "recipients" } };
    const by = `api-key:${caller.clientId}` as const;
    return changeSetting(call, answers, (category) =>
      addRecipients(ctx, caller.merchantId, { categories: [category], recipients, by }),
    );
  },
});
