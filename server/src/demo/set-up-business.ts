import { setBusinessType } from "#access";
import { parsePolicies, setPolicies } from "#approvals";
import { addBeneficiaries, BeneficiaryError } from "#beneficiaries";
import { openBankAccount, setLowBalanceThreshold, WALLET_ID } from "#fund-sources";
import { setRecipients } from "#notifications";
import { addEndpoint, listEndpoints, removeEndpoint } from "#webhooks";
import { type Business, erp } from "./business.ts";
import { SALARY_SOURCE } from "./occasions.ts";
import { PAYEES, STAFF_PAYEES } from "./trade.ts";

/** The business's own bank account: recharges count only from it, and withdrawals go only to it. */
export const REGISTERED_ACCOUNT = {
  holderName: "Demo Traders",
  accountNumber: "50200099887711",
  ifsc: "HDFC0000001",
} as const;

export const SALARY_BANK = "himshikhar";
const SALARY_ACCOUNT = { name: "Salary account", accountNumber: "77120045120098", ifsc: "HMSK0000001" };

const THRESHOLDS = [
  [WALLET_ID, 5_00_000_00n],
  [SALARY_SOURCE, 1_00_000_00n],
] as const;

/** Policies apply to orders of people only; the merchant's programs send as before. */
const POLICIES = {
  transfer: [
    { name: "From 2 lakh on, by members", from: "200000", creators: ["member"], levels: [{ approvers: 1 }] },
  ],
  batch: [{ name: "Batches of members", creators: ["member"], levels: [{ approvers: 1 }] }],
} as const;

/** Sets up payees, accounts, policies and webhooks of the business, as its admin would on the first day. */
export async function setUpBusiness(business: Business): Promise<void> {
  const { ctx, merchantId, people } = business;
  const admin = `member:${people.admin}` as const;
  await addPayees(business);
  await setBusinessType(ctx, business.organizationId, { businessType: "private_limited", by: admin });
  await openBankAccount(ctx, merchantId, { ...SALARY_ACCOUNT, bankId: SALARY_BANK, by: admin });
  for (const [fundSourceId, thresholdPaise] of THRESHOLDS)
    await setLowBalanceThreshold(ctx, merchantId, { fundSourceId, thresholdPaise, notify: true, by: admin });
  for (const subjectKind of ["transfer", "batch"] as const) {
    const policies = parsePolicies(POLICIES[subjectKind], subjectKind);
    await setPolicies(ctx, merchantId, { subjectKind, policies, by: admin });
  }
  for (const category of ["transfer_failed", "transfer_paid_late", "approval_waiting", "low_balance"])
    await setRecipients(ctx, merchantId, { category, recipients: ["admin@demo.vitaran.example"], by: admin });
  await openEndpoint(business);
}

/** Lists show the newest first, so the staff is added first, and the suppliers last. */
async function addPayees(business: Business): Promise<void> {
  const { ctx, merchantId } = business;
  const all = [...PAYEES, ...STAFF_PAYEES].toReversed();
  const beneficiaries = all.map(({ kind: _kind, rare: _rare, ...payee }) => payee);
  const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
    addBeneficiaries(tx, ctx.vault, { beneficiaries, by: erp(business) }),
  );
  for (const outcome of outcomes) if (outcome.kind === "refused") ignoreKnown(outcome.error);
}

function ignoreKnown(error: unknown): void {
  if (!BeneficiaryError.is(error, "id_exists") && !BeneficiaryError.is(error, "account_registered"))
    throw error;
}

/** An interrupted history leaves an endpoint behind whose receiver is gone, so it is removed first. */
async function openEndpoint({ ctx, merchantId, receiver, people }: Business): Promise<void> {
  for (const { endpointId } of await listEndpoints(ctx, merchantId))
    await removeEndpoint(ctx, merchantId, { endpointId });
  await addEndpoint(ctx, merchantId, {
    url: receiver.url,
    format: "classic_form",
    by: `member:${people.admin}`,
  });
}
