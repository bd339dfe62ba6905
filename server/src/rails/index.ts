/**
 * The rules of the Indian rails: modes, limits, hours, costs and the meanings of codes. These are dated data with pure
 * functions over it, without database, clock or network.
 */
export {
  type Calendar,
  CALENDARS,
  type CalendarName,
  isOpen,
  makeCalendar,
  nextOpening,
  type Service,
} from "./calendars.ts";
export { containsCardNumber, isCardNumber, isCardNumberAsId } from "#lib/card-numbers";
export { enquirySlots, nextEnquiry, pollingEndsAt } from "./enquiry-schedules.ts";
export { POLLING_MS } from "./enquiry-schedules.ts";
export {
  type FailureReason,
  isFailureReason,
  isLateReason,
  type LateReason,
  TRANSFER_REASONS,
  type TransferReason,
} from "./failure-reasons.ts";
export { addSentence, explainCard, explainRefused, looksLikeCard } from "./explain-refused.ts";
export { findCardField, type FieldsSchema } from "./find-card-field.ts";
export { expectedBy } from "./expected-by.ts";
export { type Fee, feeFor, feeGroupOf, pricesAt, verificationFee } from "./fee-for.ts";
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
  isVpaToKeep,
  parsePhone,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
} from "./formats.ts";
export { BANK_HOLIDAYS, type BankHoliday, parseHolidays } from "./holidays.ts";
export { dateOfDay, istDate, istDayNumber, istMoment, istText } from "./ist.ts";
export {
  type AmountProblem,
  checkAmount,
  type LimitRow,
  LIMITS,
  limits,
  type Limits,
  modeLimits,
} from "./limits.ts";
export {
  bankCodeOf,
  explainIfsc,
  explainUnpayable,
  ifscExists,
  type IfscProblem,
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
export { neftBatchAfter } from "./neft-batches.ts";
export { type CodeContext, type CodeMeaning, type Evidence, outcomeOfCode } from "./outcome-of-code.ts";
export {
  FEE_GROUPS,
  type FeeGroup,
  PRICE_LISTS,
  type PriceBand,
  type PriceList,
  TAX_RATES,
  VERIFICATION_PRICES,
} from "./pricing.ts";
export { type FailedCredit, type Lateness, latenessOf } from "./turnaround.ts";
export { railOf, railsOf } from "./rail-order.ts";
export { REASON_FACTS, type ReasonFact } from "./reason-facts.ts";
export {
  categoryOf,
  type Instrument,
  instrumentOf,
  isRail,
  isTransferMode,
  type Rail,
  RAILS,
  showPaid,
  TRANSFER_MODES,
  type TransferMode,
  type WireCategory,
  withPaidOnly,
} from "./rail.ts";
