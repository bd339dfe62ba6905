import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { amount, Refusal, text, withDefault } from "#http";
import { makeWithdrawal, WITHDRAWALS_PER_DAY } from "#withdrawals";
import { remarks } from "./fields.ts";
import { withdrawal } from "./schemas.ts";
import { showWithdrawal } from "./show-withdrawal.ts";

export const withdraw = memberOperation({
  name: "withdraw",
  method: "POST",
  path: "/merchants/{merchantId}/withdrawals",
  tag: "Fund sources",
  summary: "Withdraw from the wallet to the registered account, for good; the same id withdraws once",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    withdrawalId: text({
      max: 50,
      pattern: /^[A-Za-z0-9]+$/,
      cards: "in_ids",
      says: "It has 1 to 50 letters and digits.",
    }),
    amount: amount(),
    remarks: withDefault(remarks(), ""),
  },
  output: withdrawal,
  refusals: {
    not_configured: { status: 422, message: "No account is registered to withdraw to." },
    too_many: {
      status: 422,
      message: `There were ${WITHDRAWALS_PER_DAY} withdrawals today. Withdraw tomorrow.`,
    },
    insufficient_balance: { status: 422, message: "The wallet's available balance is too low." },
    withdrawal_id_exists: { status: 409, message: "Another withdrawal has this ID." },
    ...payoutsDisabled,
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const { withdrawalId: withdrawalKey, amount: amountPaise } = input;
    const order = { withdrawalKey, amountPaise, remarks: input.remarks, by };
    const outcome = await makeWithdrawal(ctx, merchantId, order);
    if (outcome.kind === "refused") throw new Refusal(outcome.code);
    return showWithdrawal(outcome.withdrawal);
  },
});
