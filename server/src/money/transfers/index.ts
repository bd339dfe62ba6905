/** Transfers and the flow of their money: accept, dispatch, pay, record, enquire. */
export { acceptGuarded, acceptTransfer, acceptTransfers, announceOrder } from "./accept/accept-transfers.ts";
export { askAboutAttempts, type AttemptToAsk } from "./enquire/ask-about-attempts.ts";
export { type Duplicate, DUPLICATE_HOURS, explainAgain, findDuplicate } from "./read/explain-again.ts";
export { explainLate, type LateSuccess, readLateSuccesses } from "./late-successes.ts";
export { awaitOutcome, endWaiting } from "./await-outcome.ts";
export { admitTransfers } from "./admit/admit-transfers.ts";
export {
  countEnded,
  CANCEL_MAX,
  cancelMatches,
  cancelTransfers,
  type Cancellation,
} from "./admit/cancel-transfers.ts";
export { countExposed, type Exposure } from "./accept/count-exposed.ts";
export {
  addCounts,
  COUNT_MAX,
  countMatches,
  countTransfers,
  type TransferCount,
} from "./read/count-transfers.ts";
export { blockEndsIt, WAITS_FOR_BLOCK } from "./send/decide-dispatch.ts";
export { dispatchTransfers } from "./send/dispatch-transfers.ts";

export { askAgainLater } from "./record/hearsay.ts";
export { endedAtOnce, readRefusal, refusalWords } from "./record/refusal.ts";
export { TransferError, type RefusalCode } from "./errors.ts";
export type { News, Source } from "./fact.ts";
export {
  findTransfer,
  type TransferChoice,
  TRANSFER_SOURCES,
  type Days,
  type TransferFilter,
} from "./read/search-filter.ts";
export { forgetUnknownDebits, keepUnknownDebits, type UnknownDebit } from "./record/keep-stray-news.ts";
export { followTransfers, type TransferChange } from "./follow-transfers.ts";
export { readLeftToday } from "./accept/key-limits.ts";
export { listPaymentsTo, type PaidFigures, readPaidFigures } from "./accept/paid.ts";
export { type AtBank, listReviews, resolveReview } from "./record/reviews.ts";
export { machine, publicStatus, type PublicStatus, type Status, type WaitingFor } from "./machine.ts";
export { orderByMember } from "./accept/order-by-member.ts";
export {
  PRIORITY_MAX,
  TAKEN_UNASKED,
  PROCESS_ON_DAYS_MAX,
  isLinkKey,
  type Acceptance,
  type TransferOrder,
} from "./accept/order.ts";
export { isCharged, priceFor } from "./price.ts";
export { mostChargesFor, type OriginKind } from "./origins.ts";
export { readMembers, readOrdered } from "./send/sent-blocks.ts";
export { previewTransfer, type ModeOption, type Preview } from "./accept/preview-transfer.ts";
export {
  type FirstInQueue,
  type QueuePlace,
  readFirstInQueue,
  readQueuePlaces,
} from "./read/read-first-in-queue.ts";
export { readForApproval, type TransferForApproval } from "./read/read-for-approval.ts";
export { MERCHANT_PLACES, runtimeOf } from "./runtime.ts";
export { explainRoutes, REPLAY_MAX, replayRoutes } from "./send/replay-routes.ts";
export type { DraftSum, Replayed, ReplaySum } from "./send/sum-replays.ts";
export { readSpan, type SpanTransfer } from "./read/read-span.ts";
export {
  listBeneficiaryTransfers,
  listTransfers,
  type Page,
  readTransferKeys,
  readTransfers,
  readTransfersById,
  readTransfersByOrigin,
} from "./read/read-transfers.ts";
export {
  QUEUING_HOURS_DEFAULT,
  readQueuingTime,
  setQueuingTime,
  writeQueuingTime,
} from "./admit/queuing-time.ts";
export { readHistory, type TakenStep, type TransferHistory } from "./read/read-history.ts";
export { receiveCallback, receiveNews } from "./record/receive-news.ts";
export { recordNews } from "./record/record-news.ts";
export { registerTransfers } from "./admit/follow-approvals.ts";
export { searchTransfers, type FoundTransfer, type SearchOrder } from "./read/search-transfers.ts";
export {
  mayPay,
  stateOf,
  STATES,
  statesOf,
  TRANSFER_STATES,
  type TransferState,
  viewTransfer,
  type TransferDetails,
  type TransferView,
} from "./states.ts";
export { totalOf, type Transfer } from "./transfer.ts";
export { sendersWorker } from "./enquire/senders.ts";
export { startSending, startTransfers, transfersWorker, workTransfers } from "./work.ts";
export { PARTS_TO_SEAL as TRANSFERS_TO_SEAL } from "./parts-to-seal.ts";
export { transfersFigures } from "./measure.ts";
export { PARTS_TO_ERASE as TRANSFERS_TO_ERASE, readTransfersTo, type TransferToPayee } from "./to-erase.ts";
