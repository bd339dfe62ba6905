import { type NotificationSetting, readNotificationSettings } from "#notifications";
import { listOfShown, outputOf } from "#http";
import { refuse, success } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { settingExample, settingOutput } from "./notification-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const output = outputOf<readonly NotificationSetting[]>({
  categories: listOfShown(settingOutput, (settings) => settings),
});

/** Our extension of the contract: the e-mail notification settings of the dashboard. */
export const getNotifications = declareClassic({
  name: "getNotifications",
  method: "GET",
  path: "/notifications",
  versions: ["v1.2"],
  scope: "read",
  tag: "Notifications",
  summary: "Get e-mail notification settings",
  description: "An extension of the classic contract. Every category, whether it is on, and its recipients.",
  answers,
  data: { schema: output.schema, examples: { found: { categories: [settingExample] } } },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller }) => {
    const settings = await readNotificationSettings(ctx, caller.merchantId);
    return { answer: answers.found, data: output.write(settings) };
  },
});
