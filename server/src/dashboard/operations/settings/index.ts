import type { DashboardOperation } from "#dashboard/operation";
import { addBlockedPayee } from "./add-blocked-payee.ts";
import { addNotificationRecipients } from "./add-notification-recipients.ts";
import { addRule } from "./add-rule.ts";
import { changePayoutSettings } from "./change-payout-settings.ts";
import { changeRule } from "./change-rule.ts";
import { deleteNotificationRecipient } from "./delete-notification-recipient.ts";
import { endBlockedPayee } from "./end-blocked-payee.ts";
import { getNotifications } from "./get-notifications.ts";
import { getPayoutSettings } from "./get-payout-settings.ts";
import { getThresholds } from "./get-thresholds.ts";
import { listBlockedPayees } from "./list-blocked-payees.ts";
import { listRules } from "./list-rules.ts";
import { removeRule } from "./remove-rule.ts";
import { setNotificationCategory } from "./set-notification-category.ts";
import { setNotificationRecipients } from "./set-notification-recipients.ts";
import { setThreshold } from "./set-threshold.ts";
import { tryBlock } from "./try-block.ts";
import { tryRule } from "./try-rule.ts";

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
  listBlockedPayees,
  addBlockedPayee,
  endBlockedPayee,
  tryBlock,
];
