import { APPROVALS_TO_SEAL } from "#approvals";
import { BENEFICIARIES_TO_SEAL } from "#beneficiaries";
import { IDEMPOTENCY_TO_SEAL } from "#idempotency";
import type { Context } from "#lib/context";
import type { PartToSeal } from "#lib/seal-rows";
import { linksToSeal } from "#links";
import { MESSAGES_TO_SEAL } from "#messages";
import { PHONE_TO_SEAL } from "#phone";
import { reconciliationToSeal } from "#reconciliation";
import { reportsToSeal } from "#reports";
import { RISK_TO_SEAL } from "#risk";
import { TRANSFERS_TO_SEAL } from "#transfers";
import { VIEWS_TO_SEAL } from "#views";
import { WEBHOOKS_TO_SEAL } from "#webhooks";

/** All parts that rows of previous versions may hold in clear text, in the order in which they are sealed. */
export const partsToSeal = (ctx: Pick<Context, "vault">): readonly PartToSeal[] => [
  ...BENEFICIARIES_TO_SEAL,
  ...RISK_TO_SEAL,
  ...linksToSeal(ctx),
  ...PHONE_TO_SEAL,
  ...APPROVALS_TO_SEAL,
  ...MESSAGES_TO_SEAL,
  ...reconciliationToSeal(ctx),
  ...TRANSFERS_TO_SEAL,
  ...VIEWS_TO_SEAL,
  ...WEBHOOKS_TO_SEAL,
  ...IDEMPOTENCY_TO_SEAL,
  ...reportsToSeal(ctx),
];
