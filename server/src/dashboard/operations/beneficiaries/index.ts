import type { DashboardOperation } from "#dashboard/operation";
import { addBeneficiary } from "./add-beneficiary.ts";
import { downloadBeneficiaryTemplate } from "./download-beneficiary-template.ts";
import { getBeneficiaryBatch } from "./get-beneficiary-batch.ts";
import { getBeneficiary } from "./get-beneficiary.ts";
import { listBeneficiaries } from "./list-beneficiaries.ts";
import { listBeneficiaryBatches } from "./list-beneficiary-batches.ts";
import { listBeneficiaryPayments } from "./list-beneficiary-payments.ts";
import { removeBeneficiary } from "./remove-beneficiary.ts";
import { revealBeneficiaryAccount } from "./reveal-beneficiary-account.ts";
import { uploadBeneficiaries } from "./upload-beneficiaries.ts";
import { verifyBeneficiary } from "./verify-beneficiary.ts";

export const beneficiaries: readonly DashboardOperation[] = [
  listBeneficiaries,
  getBeneficiary,
  listBeneficiaryPayments,
  addBeneficiary,
  removeBeneficiary,
  verifyBeneficiary,
  revealBeneficiaryAccount,
  uploadBeneficiaries,
  listBeneficiaryBatches,
  getBeneficiaryBatch,
  downloadBeneficiaryTemplate,
];
