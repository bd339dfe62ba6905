import { defineErrors } from "#lib/errors";

export const WithdrawalError = defineErrors("withdrawals", {
  refund_not_found: "There is no refund of that money.",
  refund_under_way: "The refund is not stuck: it is being tried, or has ended.",
  refund_paid_late: "The sender has the money: a bank paid the refund after it had refused it.",
});
