import { memberOperation } from "#dashboard/operation";
import { flag, text } from "#http";
import { setCategory } from "#notifications";
import { categoryRefusals, categorySetting } from "./notification-fields.ts";

/** Switches a category on or off; its recipients stay. */
export const setNotificationCategory = memberOperation({
  name: "setNotificationCategory",
  method: "PATCH",
  path: "/merchants/{merchantId}/notifications/{category}",
  tag: "Settings",
  summary: "Switch a category of e-mails on or off",
  permission: "manage_settings",
  pathFields: { category: text({ max: 50 }) },
  body: { enabled: flag() },
  output: categorySetting,
  refusals: categoryRefusals,
  handle: ({ ctx, merchantId, by, input }) => setCategory(ctx, merchantId, { ...input, by }),
});
