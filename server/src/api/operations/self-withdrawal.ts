import { WALLET_ID } from "#fund-sources";
import { refusing, withDefault } from "#http";
import { makeWithdrawal, type WithdrawalOutcome, type Withdrawal } from "#withdrawals";
import {
  amountAnswers,
  beyondSources,
  keySourceAnswer,
  refuse,
  type Reply,
  success,
  unknownError,
} from "./answers.ts";
import { amountRule, idText, remarksRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { amountCodes } from "./order-fields.ts";

const answers = {
  in_process: success("Withdrawal is in process. Withdrawal Id : {id}"),
  // The contract has no sentence for the end of a withdrawal; this one is ours.
  paid: success("Withdrawal is paid. Withdrawal Id : {id}"),
  withdrawal_id_missing: refuse("412", "withdrawalId missing in the request"),
  // The contract gives only the limit; the sentence is ours.
  withdrawal_id_invalid: refuse("422", "Please provide a valid withdrawalId"),
  ...amountAnswers,
  remarks_invalid: refuse("422", "Remarks can have only numbers, alphabets and whitespaces."),
  feature_not_available: refuse("403", "This feature is not available for your account."),
  not_configured: refuse("422", "Account not configured. Please reach out to account manager"),
  key_fund_source_not_allowed: keySourceAnswer,
  insufficient_balance: refuse("412", "Not enough available balance in the account."),
  // The contract gives only the limit; the sentence is ours.
  too_many: refuse("412", "Only 3 withdrawals can be made in a day"),
  withdrawal_id_exists: refuse("409", "Withdrawal Id already exists"),
  attempt_failed: refuse("520", "Transfer attempt failed at the bank."),
  breakdown: unknownError,
} as const;

export const selfWithdrawal = declareClassic({
  name: "selfWithdrawal",
  method: "POST",
  path: "/selfWithdrawal",
  versions: ["v1"],
  scope: "pay",
  tag: "Balance",
  summary: "Withdraw to your business account",
  description:
    "From the wallet to the registered business bank account, at most three times a day (Indian time). The money " +
    "leaves the wallet immediately and is paid by NEFT between 8:00 and 18:45 on working days; a withdrawal cannot " +
    "be cancelled. Sending the same `withdrawalId` again makes no second withdrawal and returns the current " +
    "state of the first, with its UTR once it is paid. Every response also has its code as `statusCode`.",
  statusCode: true,
  body: {
    withdrawalId: refusing(idText({ min: 1, max: 50, pattern: "^[A-Za-z0-9]+$" }), {
      missing: "withdrawal_id_missing",
      wrong: "withdrawal_id_invalid",
    }),
    amount: refusing(amountRule(), amountCodes),
    remarks: refusing(withDefault(remarksRule(), ""), { wrong: "remarks_invalid" }),
  },
  order: ["withdrawalId:missing", "amount:missing"],
  bodyExample: () => ({ withdrawalId: "W55", amount: "1000.00", remarks: "To our account" }),
  answers,
  data: {
    schema: {
      type: "object",
      properties: { withdrawalId: { type: "string" }, utr: { type: "string" } },
      required: ["withdrawalId", "utr"],
    },
    examples: { paid: { withdrawalId: "W55", utr: "HDFCN52026112400000001" } },
  },
  repeatable: true,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    if (!caller.settings.payoutsEnabled) return { answer: answers.feature_not_available };
    const beyond = beyondSources(caller, WALLET_ID);
    if (beyond !== null) return beyond;
    const { withdrawalId: withdrawalKey, amount: amountPaise, remarks } = input;
    const order = { withdrawalKey, amountPaise, remarks, by: `api-key:${caller.clientId}` } as const;
    return replyTo(await makeWithdrawal(ctx, caller.merchantId, order));
  },
});

function replyTo(outcome: WithdrawalOutcome): Reply {
  if (outcome.kind === "refused") {
    // Only members are refused as one of several.
    const code = outcome.code === "too_many_of_member" ? "too_many" : outcome.code;
    return { answer: answers[code] };
  }
  return { ...replyOf(outcome.withdrawal), verdict: "done" };
}

function replyOf(withdrawal: Withdrawal): Reply {
  const { withdrawalKey, status, reason, utr } = withdrawal;
  if (status === "paid") {
    const data = { withdrawalId: withdrawalKey, utr: utr ?? "" };
    return { answer: answers.paid, values: { id: withdrawalKey }, data };
  }
  if (status !== "failed" && status !== "returned") {
    return { answer: answers.in_process, values: { id: withdrawalKey } };
  }
  // Banks' reasons are words in capitals; our reasons mean that none of the merchant's banks can pay it.
  const isOurs = reason !== null && /^[a-z_]+$/.test(reason);
  return { answer: isOurs ? answers.not_configured : answers.attempt_failed };
}
