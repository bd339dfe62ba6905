/**
 * The rules of the Indian rails: modes, limits, hours, costs and the meanings of codes. These are dated data with pure
 * functions over it, without database, clock or network.
 */
export {
  BANK_HOLIDAYS,
  CALENDARS,
  isOpen,
  makeCalendar,
  neftBatchAfter,
  nextOpening,
  parseHolidays,
  type Calendar,
  type CalendarName,
  type Service,
} from "./calendars.ts";
export { containsCardNumber, isCardNumber, isCardNumberAsId } from "#lib/card-numbers";
export { ASKED_EARLY, enquirySlots, nextEnquiry, pollingEndsAt } from "./enquiry-schedules.ts";
export { POLLING_MS } from "./enquiry-schedules.ts";
export {
  isFailureReason,
  isLateReason,
  REASON_FACTS,
  TRANSFER_REASONS,
  type FailureReason,
  type LateReason,
  type ReasonFact,
  type TransferReason,
} from "./failure-reasons.ts";
export {
  addSentence,
  explainCard,
  explainRefused,
  findCardField,
  looksLikeCard,
  type FieldsSchema,
} from "./explain-refused.ts";
export {
  isAccountNumber,
  isAddress,
  isEmail,
  isForeignPhone,
  isIfsc,
  isIndianMobile,
  isInlineAccountNumber,
  isName,
  isPincode,
  isPlaceName,
  isRemarks,
  isVpa,
  accountOfVpa,
  type BankAccount,
  isVpaToKeep,
  parsePhone,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
} from "./formats.ts";
export { type AmountProblem, checkAmount, LIMITS, limits, type Limits, modeLimits } from "./limits.ts";
export {
  bankCodeOf,
  bankCodesOf,
  explainIfsc,
  explainUnpayable,
  ifscExists,
  judgeIfsc,
} from "./explain-ifsc.ts";
export {
  type IfscFacts,
  ifscEdition,
  type KnownIfsc,
  learnIfscs,
  lookUpIfsc,
  renewIfscs,
} from "./look-up-ifsc.ts";
export { type CodeContext, type Evidence, outcomeOfCode } from "./outcome-of-code.ts";
export {
  FEE_GROUPS,
  feeFor,
  feeGroupOf,
  PRICE_LISTS,
  TAX_RATES,
  verificationFee,
  type Fee,
  type FeeGroup,
  type PriceBand,
} from "./pricing.ts";
export { expectedBy, latenessOf, type Lateness } from "./turnaround.ts";
export {
  categoryOf,
  instrumentOf,
  isRail,
  isTransferMode,
  railOf,
  RAILS,
  railsOf,
  showPaid,
  TRANSFER_MODES,
  withPaidOnly,
  type Instrument,
  type Rail,
  type TransferMode,
  type WireCategory,
} from "./rail.ts";
