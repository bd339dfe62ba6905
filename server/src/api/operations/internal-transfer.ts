import {
  type InternalTransfer,
  type InternalTransferOrder,
  type InternalTransferOutcome,
  makeInternalTransfer,
  WALLET_ID,
} from "#fund-sources";
import { optional, outputOf, type Reading, refusing, shown, together, type Values, withDefault } from "#http";
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
import { amountRule, anyText, orNull, remarksRule } from "./classic-rules.ts";
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
