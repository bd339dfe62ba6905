/** Causes the answers of the calls of notification settings. */
import { type Cause, causesOf } from "./cause.ts";
import type { Client, Heard } from "./stage.ts";

const change =
  (path: string, body: unknown) =>
  (client: Client): Promise<Heard> =>
    client.call("POST", `/v1.2/notifications/${path}`, { body });

const ELEVEN = Array.from({ length: 11 }, (_, index) => `person${index}@example.com`);

/** The refusals of every call that gives addresses. */
const ofAddresses = (path: string) => ({
  category_unknown: change(`pigeons/${path}`, { recipients: "asha@example.com" }),
  recipients_missing: change(`credit/${path}`, {}),
  recipient_invalid: {
    message: "nobody is not a valid email",
    cause: change(`credit/${path}`, { recipients: ["asha@example.com, nobody"] }),
  },
  recipients_too_many: change(`credit/${path}`, { recipients: ELEVEN }),
});

export const causesOfNotifications: readonly Cause[] = [
  ...causesOf("getNotifications", "v1.2", { found: (client) => client.call("GET", "/v1.2/notifications") }),
  ...causesOf("setNotificationCategory", "v1.2", {
    changed: change("credit", { enabled: 0 }),
    enabled_invalid: change("credit", { enabled: "off" }),
    category_unknown: change("pigeons", { enabled: 1 }),
  }),
  ...causesOf("setNotificationRecipients", "v1.2", {
    changed: change("credit/recipients", { recipients: "asha@example.com, ravi@example.com" }),
    ...ofAddresses("recipients"),
  }),
  ...causesOf("addNotificationRecipients", "v1.2", {
    changed: change("low_balance/addRecipients", { recipients: ["asha@example.com"] }),
    ...ofAddresses("addRecipients"),
  }),
  ...causesOf("deleteNotificationRecipient", "v1.2", {
    changed: async (client) => {
      await change("downtime/recipients", { recipients: "asha@example.com" })(client);
      return change("downtime/deleteRecipient", { recipient: "ASHA@example.com" })(client);
    },
    recipient_missing: change("downtime/deleteRecipient", {}),
    recipient_not_found: change("downtime/deleteRecipient", { recipient: "nobody@example.com" }),
    category_unknown: change("pigeons/deleteRecipient", { recipient: "asha@example.com" }),
  }),
];
