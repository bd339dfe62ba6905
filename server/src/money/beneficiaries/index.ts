/** The payees of a merchant: listed beneficiaries by the merchant's own ids, and unlisted ones. */
export { addBeneficiaries, addBeneficiary, BENEFICIARIES_MAX } from "./add-beneficiaries.ts";
export { checkBeneficiary, checkPaidBeneficiary, checkPayee, isBeneId } from "./check-beneficiary.ts";
export { askBanks, verificationsWorker, workVerifications } from "./ask-banks.ts";
export {
  type BeneficiaryInput,
  type BeneficiaryStatus,
  NAMELESS,
  type PayeeFacts,
  type PayeeInput,
} from "./details.ts";
export { ensurePayees, type OrderedPayee } from "./ensure-payees.ts";
export { BeneficiaryError, type BeneficiaryErrorCode } from "./errors.ts";
export { endBeneficiaries, removeBeneficiaries, removeBeneficiary } from "./remove-beneficiaries.ts";
export {
  type Beneficiary,
  findBeneficiaryByAccount,
  getBeneficiary,
  listBeneficiaries,
  type HolderCheck,
  type ListedBeneficiary,
  type PaidTo,
  readBeneficiary,
} from "./listed-beneficiary.ts";
export { type BeneficiarySearch, findPayeeIds, searchBeneficiaries } from "./search-beneficiaries.ts";
export { noteAddedNumbers, noteTriedNumbers, type OwnNumber, readOwnNumber } from "./note-tried-numbers.ts";
export {
  askForPayees,
  findListedPayees,
  findPayeesShownAs,
  PARTS_TO_SEAL as BENEFICIARIES_TO_SEAL,
  payeeFactsOf,
  type PayeeRow,
  readPayees,
} from "./read-payees.ts";
export { listRemovers, restoreBeneficiaries, type Remover } from "./restore-beneficiaries.ts";
export { registerBeneficiaryApprovals } from "./follow-approvals.ts";
export {
  type CardProblem,
  forgetCardTokens,
  keepCardTokens,
  openCardToken,
  readCard,
  type ReadCard,
  readCardBy,
  storedCardOf,
} from "./cards.ts";
export { importBeneficiaries } from "./import-beneficiaries.ts";
export {
  compareNames,
  readBulkVerification,
  readVerification,
  type ToVerify,
  type Verification,
  VerificationError,
  type VerificationErrorCode,
} from "./verification.ts";
export { isPayable, type NameMatch, type MatchOutcome, type WordMatch } from "@vitaran/name-match";
export { accountsOf, openAccountNumber, revealAccountNumber } from "./account-number.ts";
export { verifyBeneficiary, verifyNow } from "./verify-beneficiary.ts";
export {
  type BeneficiarySettings,
  readBeneficiarySettings,
  setBeneficiarySettings,
  writeBeneficiarySettings,
} from "./beneficiary-settings.ts";
export { formerOf, readNamedPayees, type NamedPayee, type ShownAccount } from "./approval-content.ts";
export { BULK_ROWS_MAX, requestBulkVerification, requestVerification } from "./request-verifications.ts";
export {
  addIfsc,
  keepIfscsKnown,
  listIfscs,
  readKnownIfscs,
  refreshIfscs,
  type IfscListing,
} from "./known-ifscs.ts";
export { PARTS_TO_ERASE as BENEFICIARIES_TO_ERASE } from "./to-erase.ts";
export {
  closePayees,
  erasePayees,
  findPayeesToErase,
  indexesAlone,
  type KnownPayee,
  readWholePayees,
  type WholePayee,
} from "./erase-payees.ts";
