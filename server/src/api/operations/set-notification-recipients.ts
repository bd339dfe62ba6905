import { setRecipients } from "#notifications";
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
  answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { recipients } = input;
    if (recipients === null) return { answer: answers.recipient_invalid, values: { email: "recipients" } };
    const by = `api-key:${caller.clientId}` as const;
    return changeSetting(call, answers, (category) =>
      setRecipients(ctx, caller.merchantId, { category, recipients, by }),
    );
  },
});
