import { registerGuardApprovals } from "#approvals";
import { registerBatchApprovals } from "#batches";
import { registerBeneficiaryApprovals } from "#beneficiaries";
import { registerConnections } from "#fund-sources";
import { registerLending } from "#lending";
import { registerLinks } from "#links";
import { registerReleases } from "#reconciliation";
import { registerRiskApprovals } from "#risk";
import { registerTransfers } from "#transfers";
import { registerWithdrawals } from "#withdrawals";

/** Lets modules follow events of others; called once in each process that serves or works. */
export function registerModules(): void {
  registerGuardApprovals();
  registerTransfers();
  registerBatchApprovals();
  registerBeneficiaryApprovals();
  registerRiskApprovals();
  registerReleases();
  registerConnections();
  registerLinks();
  registerWithdrawals();
  registerLending();
}
