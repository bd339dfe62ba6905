/**
 * Whom a merchant pays: listed beneficiaries by the merchant's own ids, unlisted payees of direct transfers.
 */
export { BENEFICIARIES_MAX, addBeneficiaries, type AddOutcome } from "./add-beneficiaries.ts";
export { addBeneficiary } from "./add-beneficiary.ts";
export { checkBeneficiary, isBeneId } from "./check-beneficiary.ts";
export { checkPayee } from "./check-payee.ts";
export type { BeneficiaryInput, BeneficiaryStatus, CardNetwork, PayeeFacts, PayeeInput } from "./details.ts";
export { ensurePayees } from "./ensure-payees.ts";
export { BeneficiaryError, type BeneficiaryErrorCode } from "./errors.ts";
export { findBeneficiaryByAccount } from "./find-beneficiary-by-account.ts";
export { getBeneficiary, type Beneficiary } from "./get-beneficiary.ts";
export { listBeneficiaries, type BeneficiaryPage } from "./list-beneficiaries.ts";
export { openAccountNumber } from "./open-account-number.ts";
export { readBeneficiarySettings, type BeneficiarySettings } from "./read-beneficiary-settings.ts";
export { readPayees, type PayeeChoice } from "./read-payees.ts";
export { removeBeneficiaries } from "./remove-beneficiaries.ts";
export { removeBeneficiary } from "./remove-beneficiary.ts";
export { setBeneficiarySettings } from "./set-beneficiary-settings.ts";
