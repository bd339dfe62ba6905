import { readNotificationSettings } from "#notifications";
import { refuse, type Reply, success } from "./answers.ts";
import { settingExample, settingSchema, writeSetting } from "./notification-fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("Data retrieved successfully"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract: the e-mail notification settings of the dashboard. */
export const getNotifications: CallerOperation = {
  name: "getNotifications",
  method: "GET",
  path: "/notifications",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Notifications",
  summary: "Get e-mail notification settings",
  description: "An extension of the classic contract. Every category, whether it is on, and its recipients.",
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: { categories: { type: "array", items: settingSchema } },
      required: ["categories"],
    },
    examples: { found: { categories: [settingExample] } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller }: Call): Promise<Reply> {
  const settings = await readNotificationSettings(ctx, caller.merchantId);
  return { answer: answers.found, data: { categories: settings.map(writeSetting) } };
}
