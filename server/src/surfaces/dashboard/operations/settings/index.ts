import type { DashboardOperation } from "#dashboard/operation";
import {
  addBlockedPayee,
  endBlockedPayee,
  listBlockedPayees,
  tryBlock,
  undoBlockedPayee,
} from "./blocked-payees.ts";
import {
  addNotificationRecipients,
  deleteNotificationRecipient,
  getNotifications,
  setNotificationCategory,
  setNotificationRecipients,
} from "./notifications.ts";
import { addRule, changeRule, listRules, removeRule, tryRule, undoRule } from "./rules.ts";
import { changePayoutSettings, getPayoutSettings } from "./payout-settings.ts";
import { getThresholds, setThreshold } from "./thresholds.ts";

export const settings: readonly DashboardOperation[] = [
  getNotifications,
  setNotificationCategory,
  addNotificationRecipients,
  setNotificationRecipients,
  deleteNotificationRecipient,
  getThresholds,
  setThreshold,
  getPayoutSettings,
  changePayoutSettings,
  listRules,
  addRule,
  changeRule,
  removeRule,
  tryRule,
  undoRule,
  listBlockedPayees,
  addBlockedPayee,
  endBlockedPayee,
  tryBlock,
  undoBlockedPayee,
];
