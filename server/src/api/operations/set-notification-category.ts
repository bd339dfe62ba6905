import { setCategory } from "#notifications";
import { refuse, type Reply, success } from "./answers.ts";
import { readField } from "./fields.ts";
import { categoryField, changedData, changeSetting, settingAnswers } from "./notification-fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  changed: success("Notification category updated"),
  enabled_invalid: refuse("422", "Please provide a valid enabled"),
  ...settingAnswers,
} as const;

/** Our extension of the contract. */
export const setNotificationCategory: CallerOperation = {
  name: "setNotificationCategory",
  method: "POST",
  path: "/notifications/{category}",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Notifications",
  summary: "Turn e-mail notifications on or off",
  description: "An extension of the classic contract. The recipients are kept.",
  pathFields: categoryField,
  body: {
    enabled: { schema: { anyOf: [{ type: "integer", enum: [0, 1] }, { type: "boolean" }] }, required: true },
  },
  bodyExample: () => ({ enabled: 0 }),
  answers: () => answers,
  data: { ...changedData, examples: { changed: { ...changedData.examples.changed, enabled: 0 } } },
  breakdown: answers.breakdown,
  handle,
};

const FLAGS = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  ["0", false],
  ["1", true],
  [false, false],
  [true, true],
]);

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, body } = call;
  const enabled = FLAGS.get(readField(body, "enabled"));
  if (enabled === undefined) return { answer: answers.enabled_invalid };
  const by = `api-key:${caller.clientId}` as const;
  return changeSetting(call, answers, (category) =>
    setCategory(ctx, caller.merchantId, { category, enabled, by }),
  );
}
