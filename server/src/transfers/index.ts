/** Transfers and the flow of their money: accept, dispatch, pay, record, enquire. */
export { acceptGuarded, acceptTransfer, acceptTransfers, announceOrder } from "./accept-transfers.ts";
export { askAboutAttempts, type AttemptToAsk } from "./ask-about-attempts.ts";
export { type Duplicate, DUPLICATE_HOURS, explainAgain, findDuplicate } from "./explain-again.ts";
export { explainLate, type LateSuccess, readLateSuccesses } from "./late-successes.ts";
export { awaitOutcome } from "./await-outcome.ts";
export { admitTransfers } from "./admit-transfers.ts";
export { countEnded } from "./count-cancellations.ts";
export {
  CANCEL_MAX,
  cancelMatches,
  cancelTransfers,
  type Cancellation,
  type MatchesToCancel,
} from "./cancel-transfers.ts";
export { countExposed, type Exposure, type Way } from "./count-exposed.ts";
export { addCounts, COUNT_MAX, countMatches, countTransfers, type TransferCount } from "./count-transfers.ts";
export { blockEndsIt, WAITS_FOR_BLOCK } from "./decide-dispatch.ts";
export { dispatchTransfers } from "./dispatch-transfers.ts";
export { enquireAttempts } from "./enquire-attempts.ts";
export { endedAtOnce, readRefusal, refusalWords, wholeRupees } from "./refusal.ts";
export { TransferError, type RefusalCode } from "./errors.ts";
export type { News, Source } from "./fact.ts";
export { findTransfer, type TransferChoice } from "./find-named.ts";
export { forgetUnknownDebits, keepUnknownDebits, type UnknownDebit } from "./unknown-debits.ts";
export { followTransfers, type TransferChange } from "./follow-transfers.ts";
export { readLeftToday } from "./key-limits.ts";
export { listPaymentsTo, type PaidFigures, readPaidFigures } from "./paid.ts";
export { type AtBank, type Finding, listReviews, resolveReview } from "./reviews.ts";
export { machine, publicStatus, type PublicStatus, type Status, type WaitingFor } from "./machine.ts";
export { orderByMember } from "./order-by-member.ts";
export {
  PRIORITY_MAX,
  TAKEN_UNASKED,
  PROCESS_ON_DAYS_MAX,
  isLinkKey,
  type Acceptance,
  type Asking,
  type TransferOrder,
} from "./order.ts";
export { isCharged, priceFor } from "./price.ts";
export { mostChargesFor, type Origin, type OriginKind } from "./origins.ts";
export { readMembers, readOrdered, type Member } from "./sent-blocks.ts";
export { previewTransfer, type ModeOption, type Preview } from "./preview-transfer.ts";
export { readForApproval, type TransferForApproval } from "./read-for-approval.ts";
export { MERCHANT_PLACES } from "./payers.ts";
export { explainRoutes, REPLAY_MAX, replayRoutes } from "./replay-routes.ts";
export type { BankSum, DraftSum, Replayed, ReplaySum } from "./sum-replays.ts";
export { readSpan, type SpanTransfer } from "./read-span.ts";
export {
  listBeneficiaryTransfers,
  listTransfers,
  type Page,
  readTransferKeys,
  readTransfers,
  readTransfersById,
  readTransfersByOrigin,
} from "./read-transfers.ts";
export { type QueuingTime, readQueuingTime, setQueuingTime, writeQueuingTime } from "./queuing-time.ts";
export {
  readHistory,
  type BankMessage,
  type TakenStep,
  type TransferHistory,
  type TriedBank,
} from "./read-history.ts";
export { type Callback, receiveCallback, receiveNews } from "./receive-news.ts";
export { recordNews } from "./record-news.ts";
export { registerTransfers } from "./register-transfers.ts";
export { QUEUING_HOURS_DEFAULT } from "./queuing-time.ts";
export { runtimeOf } from "./runtime.ts";
export { TRANSFER_SOURCES, type Days, type TransferFilter, type TransferSource } from "./search-filter.ts";
export {
  searchTransfers,
  type FoundTransfer,
  type SearchOrder,
  type TransferSearch,
} from "./search-transfers.ts";
export { mayPay, stateOf, STATES, statesOf, TRANSFER_STATES, type TransferState } from "./states.ts";
export { totalOf, type Transfer } from "./transfer.ts";
export { viewTransfer, type PayeeView, type TransferDetails, type TransferView } from "./view.ts";
export { startTransfers, stopTransfers, transfersWorker, workTransfers } from "./work.ts";
export { PARTS_TO_SEAL as TRANSFERS_TO_SEAL } from "./parts-to-seal.ts";
