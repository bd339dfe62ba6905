/**
 * Money that leaves the fund sources for good by transfers of our own: withdrawals to the business's registered
 * account, and refunds to senders whose money does not count.
 */
export { creditRefund } from "./credit-refund.ts";
export { WithdrawalError } from "./errors.ts";
export { giveBackWithdrawals } from "./give-back-withdrawals.ts";
export { listRefunds } from "./list-refunds.ts";
export { listWithdrawals } from "./list-withdrawals.ts";
export { makeWithdrawal } from "./make-withdrawal.ts";
export type { Refund, RefundStatus } from "./refund.ts";
export { REFUND_WORKING_DAYS } from "./refund.ts";
export { registerWithdrawals } from "./register-withdrawals.ts";
export { retryRefund } from "./retry-refund.ts";
export { wakeWithdrawals } from "./wake-withdrawals.ts";
export {
  WITHDRAWALS_PER_DAY,
  type Withdrawal,
  type WithdrawalOrder,
  type WithdrawalOutcome,
  type WithdrawalRefusal,
  type WithdrawalStatus,
} from "./withdrawal.ts";
export { WITHDRAWAL_MOMENTS, startWithdrawals, workWithdrawals } from "./work.ts";
