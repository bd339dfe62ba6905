/**
 * Money that leaves the fund sources for good by transfers of our own: withdrawals to the business's registered
 * account, and refunds to senders whose money does not count.
 */
export { type Refund, REFUND_WORKING_DAYS } from "./refund.ts";
export { creditRefund, listRefunds, retryRefund } from "./refunds.ts";
export { WithdrawalError } from "./errors.ts";
export { giveBackWithdrawals, makeWithdrawal } from "./make-withdrawal.ts";
export { registerWithdrawals, withdrawalsWorker, workWithdrawals } from "./work.ts";
export {
  listWithdrawals,
  WITHDRAWALS_OF_MEMBER,
  WITHDRAWALS_PER_DAY,
  type Withdrawal,
  type WithdrawalOutcome,
} from "./withdrawal.ts";
