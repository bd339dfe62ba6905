/** Money that a merchant moves between its own accounts: between fund sources, and to its business account. */
import {
  type InternalTransfer,
  type InternalTransferOrder,
  type InternalTransferOutcome,
  makeInternalTransfer,
  WALLET_ID,
} from "#fund-sources";
import { optional, outputOf, type Reading, refusing, shown, together, type Values, withDefault } from "#http";
import { makeWithdrawal, type WithdrawalOutcome, type Withdrawal } from "#withdrawals";
import {
  amountAnswers,
  type Answers,
  beyondSources,
  keySourceAnswer,
  refuse,
  type Reply,
  success,
  text,
  unknownError,
} from "./answers.ts";
import { ACCOUNT_LENGTH_MAX } from "./beneficiaries.ts";
import { amountRule, anyText, orNull, remarksRule, idText } from "./classic-rules.ts";
import { byVersion, declareClassic, since12 } from "./declare-classic.ts";
import type { Version } from "./operation.ts";
import { amountCodes, FUND_SOURCE_ID_LENGTH_MAX, transferIdRule } from "./order-fields.ts";

const v1 = {
  moved: success("RefId-{reference}/{account}-Internal Fund Transfer"),
  ...amountAnswers,
  transfer_id_invalid: refuse("422", "Invalid transferId passed."),
  feature_not_available: refuse("403", "This feature is not available for your account."),
  recharge_account_not_found: refuse("404", "Recharge Account not found"),
  not_movable: refuse("422", "Account not configured. Please reach out to account manager"),
  key_fund_source_not_allowed: keySourceAnswer,
  insufficient_balance: refuse("412", "Not enough available balance in the account."),
  transfer_id_exists: refuse("409", "Transfer Id already exists."),
  breakdown: unknownError,
} as const satisfies Answers;

const v12 = {
  ...v1,
  ends_missing: refuse(
    "422",
    "Either one of rechargeAccount or (toPaymentInstrumentId and paymentInstrumentId) should be provided " +
      "in the request",
  ),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  transfer_id_invalid: refuse("422", "Please provide a valid transferId"),
  remarks_invalid: refuse("422", "Remarks can have only numbers, alphabets and whitespaces."),
  insufficient_balance: refuse("400", v1.insufficient_balance.message),
  transfer_id_exists: refuse("400", v1.transfer_id_exists.message),
} as const satisfies Answers;

/** The terms of each version: v1 knows one fund source, the wallet, and names another one by its number. */
const WORDS: Readonly<Record<Version, typeof v12>> = {
  v1: { ...v12, ...v1, fund_source_not_available: v1.recharge_account_not_found },
  "v1.1": v12,
  "v1.2": v12,
  "v1.3": v12,
};

type Ends = Pick<InternalTransferOrder, "fromId" | "to"> & {
  /** The request's name for the fund source that receives. */
  readonly named: string;
};

// Values that are no texts are refused after fields that exclude each other.
const numberField = {
  rechargeAccount: optional(
    orNull(anyText({ max: ACCOUNT_LENGTH_MAX, description: "The account number of the fund source." })),
  ),
};
const sourceField = optional(orNull(anyText({ min: 1, max: FUND_SOURCE_ID_LENGTH_MAX })));
const endFields = { ...numberField, paymentInstrumentId: sourceField, toPaymentInstrumentId: sourceField };

function toNumber({ rechargeAccount }: Values<typeof numberField>): Reading<Ends> {
  if (typeof rechargeAccount !== "string") return { problem: "recharge_account_not_found" };
  const to = { accountNumber: rechargeAccount };
  return { value: { fromId: WALLET_ID, to, named: rechargeAccount } };
}

function toSource(ends: Values<typeof endFields>): Reading<Ends> {
  const { rechargeAccount, paymentInstrumentId: fromId, toPaymentInstrumentId: toId } = ends;
  const isByNumber = rechargeAccount !== undefined;
  if (isByNumber === (fromId !== undefined || toId !== undefined)) return { problem: "ends_missing" };
  if (isByNumber) return toNumber(ends);
  if (fromId === undefined || toId === undefined) return { problem: "ends_missing" };
  if (fromId === null || toId === null) return { problem: "fund_source_not_available" };
  return { value: { fromId, to: { fundSourceId: toId }, named: toId } };
}

type Refused = Extract<InternalTransferOutcome, { kind: "refused" }>;

/** The contract has no words of its own for money that stays under a policy. */
function refusalOf({ code, policyName = "" }: Refused, words: typeof v12): Reply {
  if (code !== "leaves_policy") return { answer: words[code] };
  const more =
    `Payments from this fund source need approval by the policy "${policyName}", which does not cover the other one. ` +
    "Let the policy cover both, or recharge the other fund source.";
  return { answer: words.not_movable, more };
}

const output = outputOf<InternalTransfer>({ transferId: shown(text, ({ transferKey }) => transferKey) });

export const internalTransfer = declareClassic({
  name: "internalTransfer",
  method: "POST",
  path: "/internalTransfer",
  versions: ["v1", "v1.2"],
  scope: "pay",
  tag: "Balance",
  summary: "Move money between your own fund sources",
  description:
    "From the wallet to the fund source with the account number `rechargeAccount`, or in v1.2 between any two " +
    "fund sources by ID. The transfer is immediate and free. It is refused if money would first have to move " +
    "between banks: recharge that fund source instead. Sending the same `transferId` again moves nothing and " +
    "gets the same response.",
  body: {
    ends: byVersion((version) =>
      version === "v1" ? together(numberField, toNumber) : together(endFields, toSource),
    ),
    amount: refusing(amountRule(), amountCodes),
    transferId: refusing(optional(transferIdRule("Default: generated by us.")), {
      wrong: "transfer_id_invalid",
    }),
    remarks: since12(refusing(withDefault(remarksRule(), ""), { wrong: "remarks_invalid" })),
  },
  bodyExample: () => ({ amount: "1000.00", rechargeAccount: "770012345678", transferId: "move_1" }),
  answers: (version): Answers => (version === "v1" ? v1 : v12),
  data: { schema: output.schema, examples: { moved: { transferId: "move_1" } } },
  repeatable: true,
  breakdown: v1.breakdown,
  handle: async ({ ctx, caller, version, keyId, input }) => {
    const words = WORDS[version];
    const { named, ...ends } = input.ends;
    if (!caller.settings.payoutsEnabled) return { answer: words.feature_not_available };
    const beyond = beyondSources(caller, ends.fromId);
    if (beyond !== null) return beyond;
    const outcome = await makeInternalTransfer(ctx, caller.merchantId, {
      ...ends,
      transferKey: input.transferId ?? keyId,
      amountPaise: input.amount,
      remarks: input.remarks,
      by: `api-key:${caller.clientId}`,
    });
    if (outcome.kind === "refused") return refusalOf(outcome, words);
    const { referenceId, remarks } = outcome.transfer;
    const values = { reference: String(referenceId), account: remarks === "" ? named : remarks };
    return { answer: words.moved, values, data: output.write(outcome.transfer) };
  },
});

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
