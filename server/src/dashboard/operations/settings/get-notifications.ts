import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { readNotificationSettings } from "#notifications";

/** Every category of e-mails with its toggle and recipients. */
export const getNotifications = memberOperation({
  name: "getNotifications",
  method: "GET",
  path: "/merchants/{merchantId}/notifications",
  tag: "Settings",
  summary: "Read who is notified by e-mail",
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        category: Type.String(),
        name: Type.String(),
        description: Type.String(),
        enabled: Type.Boolean(),
        recipients: Type.Array(Type.String()),
      }),
    ),
  }),
  handle: async ({ ctx, merchantId }) => ({
    items: (await readNotificationSettings(ctx, merchantId)).map((one) => ({
      ...one,
      recipients: [...one.recipients],
    })),
  }),
});
