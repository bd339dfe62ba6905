/** The payees of a merchant: listed beneficiaries by the merchant's own ids, and unlisted ones. */
export { BENEFICIARIES_MAX, addBeneficiaries, type AddOutcome } from "./add-beneficiaries.ts";
export { addBeneficiary } from "./add-beneficiary.ts";
export { checkBeneficiary, checkPaidBeneficiary, isBeneId } from "./check-beneficiary.ts";
export { askBanks, type BankAnswer } from "./ask-banks.ts";
export { checkPayee } from "./check-payee.ts";
export type {
  BeneficiaryInput,
  BeneficiaryStatus,
  CardNetwork,
  CardToken,
  PayeeFacts,
  PayeeInput,
} from "./details.ts";
export { ensurePayees } from "./ensure-payees.ts";
export { BeneficiaryError, type BeneficiaryErrorCode } from "./errors.ts";
export { endBeneficiaries, type EndedBeneficiaries } from "./end-beneficiaries.ts";
export { findBeneficiaryByAccount } from "./find-beneficiary-by-account.ts";
export { findPayeeIds } from "./find-payee-ids.ts";
export {
  findListedPayees,
  findPayeesOfAccounts,
  findPayeesShownAs,
  type BankAccount,
  type ListedPayee,
} from "./find-listed-payees.ts";
export { registerBeneficiaryApprovals } from "./follow-approvals.ts";
export { forgetCardTokens } from "./forget-card-tokens.ts";
export { getBeneficiary, type Beneficiary } from "./get-beneficiary.ts";
export { importBeneficiaries, type ImportOutcome } from "./import-beneficiaries.ts";
export { compareNames, isPayable, type NameMatch, type Outcome, type WordMatch } from "./name-match/index.ts";
export { keepCardTokens } from "./keep-card-tokens.ts";
export { openCardToken } from "./seal-card-token.ts";
export { storedCardOf, type StoredCard } from "./stored-card.ts";
export { openAccountNumber } from "./open-account-number.ts";
export type { HolderCheck, ListedBeneficiary, PaidTo } from "./listed-beneficiary.ts";
export { readBeneficiary } from "./read-beneficiary.ts";
export { revealAccountNumber } from "./reveal-account-number.ts";
export { searchBeneficiaries, type BeneficiarySearch } from "./search-beneficiaries.ts";
export { verifyBeneficiary } from "./verify-beneficiary.ts";
export { NAMELESS } from "./nameless.ts";
export { readCard, readCardBy, type CardProblem, type ReadCard } from "./read-card.ts";
export { readBeneficiarySettings, type BeneficiarySettings } from "./read-beneficiary-settings.ts";
export { payeeFactsOf, type PayeeRow } from "./payee-rows.ts";
export { formerOf, readNamedPayees, type NamedPayee, type ShownAccount } from "./read-named-payees.ts";
export { askForPayees, readPayees, type PayeeChoice } from "./read-payees.ts";
export { type BulkVerification, readBulkVerification, readVerification } from "./read-verifications.ts";
export { removeBeneficiaries } from "./remove-beneficiaries.ts";
export { removeBeneficiary } from "./remove-beneficiary.ts";
export { setBeneficiarySettings } from "./set-beneficiary-settings.ts";
export { writeBeneficiarySettings } from "./write-beneficiary-settings.ts";
export { BULK_ROWS_MAX, requestBulkVerification, requestVerification } from "./request-verifications.ts";
export { VerificationError, type VerificationErrorCode } from "./verification-errors.ts";
export { VERIFICATION_MOMENTS, startVerifying, workVerifications } from "./verification-work.ts";
export type { ToVerify, Verification, VerificationFailure } from "./verification.ts";
export { verifyNow } from "./verify-now.ts";
export { PARTS_TO_SEAL as BENEFICIARIES_TO_SEAL } from "./parts-to-seal.ts";
export {
  addIfsc,
  keepIfscsKnown,
  listIfscs,
  readKnownIfscs,
  refreshIfscs,
  type IfscListing,
} from "./known-ifscs.ts";
