import { deleteRecipient } from "#notifications";
import { refusing } from "#http";
import { refuse, success } from "./answers.ts";
import { anyText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import {
  ADDRESS_LENGTH_MAX,
  categoryField,
  changedData,
  changeSetting,
  settingAnswers,
} from "./notification-fields.ts";

const answers = {
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
  answers,
  data: changedData,
  breakdown: answers.breakdown,
  handle: (call) =>
    changeSetting(call, answers, (category) => {
      const { ctx, caller, input } = call;
      const by = `api-key:${caller.clientId}` as const;
      return deleteRecipient(ctx, caller.merchantId, { category, recipient: input.recipient, by });
    }),
});
