import type { DashboardOperation } from "#dashboard/operation";
import {
  addBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  removeBeneficiary,
  revealBeneficiaryAccount,
  verifyBeneficiary,
} from "./beneficiaries.ts";
import {
  downloadBeneficiaryTemplate,
  getBeneficiaryBatch,
  listBeneficiaryBatches,
  uploadBeneficiaries,
} from "./batches.ts";
import { listBeneficiaryRemovers, restoreBeneficiary, restoreRemovedBy } from "./restore.ts";
import { listBeneficiaryPayments } from "./list-beneficiary-payments.ts";

export const beneficiaries: readonly DashboardOperation[] = [
  listBeneficiaries,
  getBeneficiary,
  listBeneficiaryPayments,
  addBeneficiary,
  removeBeneficiary,
  listBeneficiaryRemovers,
  restoreRemovedBy,
  restoreBeneficiary,
  verifyBeneficiary,
  revealBeneficiaryAccount,
  uploadBeneficiaries,
  listBeneficiaryBatches,
  getBeneficiaryBatch,
  downloadBeneficiaryTemplate,
];
