import { APPROVALS_TO_ERASE } from "#approvals";
import { BATCHES_TO_ERASE } from "#batches";
import { BENEFICIARIES_TO_ERASE } from "#beneficiaries";
import { CALLS_TO_ERASE } from "#calls";
import { IDEMPOTENCY_TO_ERASE } from "#idempotency";
import type { PartToErase } from "#lib/erase-rows";
import { LINKS_TO_ERASE } from "#links";
import { MESSAGES_TO_ERASE } from "#messages";
import { NOTIFICATIONS_TO_ERASE } from "#notifications";
import { PHONE_TO_ERASE } from "#phone";
import { RECALLS_TO_ERASE } from "#recalls";
import { RECONCILIATION_TO_ERASE } from "#reconciliation";
import { RISK_TO_ERASE } from "#risk";
import { TRANSFERS_TO_ERASE } from "#transfers";
import { VIEWS_TO_ERASE } from "#views";
import { WEBHOOKS_TO_ERASE } from "#webhooks";

/** All columns that may have details of payees, besides the payees' own rows, in the order in which they are erased. */
export const PARTS: readonly PartToErase[] = [
  ...BATCHES_TO_ERASE,
  ...PHONE_TO_ERASE,
  ...LINKS_TO_ERASE,
  ...APPROVALS_TO_ERASE,
  ...RISK_TO_ERASE,
  ...TRANSFERS_TO_ERASE,
  ...RECALLS_TO_ERASE,
  ...RECONCILIATION_TO_ERASE,
  ...NOTIFICATIONS_TO_ERASE,
  ...MESSAGES_TO_ERASE,
  ...WEBHOOKS_TO_ERASE,
  ...VIEWS_TO_ERASE,
  ...CALLS_TO_ERASE,
  ...IDEMPOTENCY_TO_ERASE,
  ...BENEFICIARIES_TO_ERASE,
];
