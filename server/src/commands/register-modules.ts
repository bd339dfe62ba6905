import { registerGuardApprovals } from "#approvals";
import { registerBatchApprovals } from "#batches";
import { registerBeneficiaryApprovals } from "#beneficiaries";
import { registerConnections } from "#fund-sources";
import { registerLending } from "#lending";
import { registerLinks } from "#links";
import { registerReleases } from "#reconciliation";
import { registerRiskApprovals } from "#risk";
import { registerSettingApprovals } from "#settings";
import { registerTransfers } from "#transfers";
import { registerWithdrawals } from "#withdrawals";

/** Lets modules follow events of others; called once in each process that serves or works. */
export function registerModules(): void {
  registerGuardApprovals();
  registerTransfers();
  registerBatchApprovals();
  registerBeneficiaryApprovals();
  registerRiskApprovals();
  registerSettingApprovals();
  registerReleases();
  registerConnections();
  registerLinks();
  registerWithdrawals();
  registerLending();
}
