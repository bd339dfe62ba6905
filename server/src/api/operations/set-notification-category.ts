import { setCategory } from "#notifications";
import { refuse, success } from "./answers.ts";
import { required, switchRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { categoryField, changedData, changeSetting, settingAnswers } from "./notification-fields.ts";

const answers = {
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
  answers,
  data: { ...changedData, examples: { changed: { ...changedData.examples.changed, enabled: 0 } } },
  breakdown: answers.breakdown,
  handle: (call) =>
    changeSetting(call, answers, (category) => {
      const { ctx, caller, input } = call;
      const by = `api-key:${caller.clientId}` as const;
      return setCategory(ctx, caller.merchantId, { category, enabled: input.enabled, by });
    }),
});
