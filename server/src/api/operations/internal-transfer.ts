import {
  makeInternalTransfer,
  WALLET_ID,
  type InternalTransferOrder,
  type InternalTransferRefusal,
} from "#fund-sources";
import { isCardNumberAsId } from "#rails";
import { type Answer, type Answers, refuse, type Reply, success, unknownError } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation, Version } from "./operation.ts";
import { amountSchema, ACCOUNT_LENGTH_MAX } from "./order-fields.ts";
import { amountAnswers, readAmount } from "./read-amount.ts";
import { readRemarks } from "./read-remarks.ts";

const v1 = {
  moved: success("RefId-{reference}/{account}-Internal Fund Transfer"),
  ...amountAnswers,
  transfer_id_invalid: refuse("422", "Invalid transferId passed."),
  feature_not_available: refuse("403", "This feature is not available for your account."),
  recharge_account_not_found: refuse("404", "Recharge Account not found"),
  not_movable: refuse("422", "Account not configured. Please reach out to account manager"),
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

type Words = typeof v12;

/** What v1 has no words for: it knows one fund source, the wallet, and another one by its number. */
const WORDS: Readonly<Record<Version, Words>> = {
  v1: { ...v12, ...v1, fund_source_not_available: v1.recharge_account_not_found },
  "v1.1": v12,
  "v1.2": v12,
  "v1.3": v12,
};

const fundSource = { type: "string", minLength: 1, maxLength: 100 };

export const internalTransfer: CallerOperation = {
  name: "internalTransfer",
  method: "POST",
  path: "/internalTransfer",
  versions: ["v1", "v1.2"],
  access: "token",
  tag: "Balance",
  summary: "Move money between your own fund sources",
  description:
    "From the wallet to the fund source with the account number `rechargeAccount`, or in v1.2 from one fund source " +
    "to another by their ids. It moves at once and costs nothing. Where the money would first have to be paid from " +
    "one bank to another it is refused: recharge that fund source instead. The same `transferId` again moves nothing " +
    "and is answered the same.",
  body: {
    amount: { schema: amountSchema, required: true },
    rechargeAccount: {
      schema: {
        type: "string",
        maxLength: ACCOUNT_LENGTH_MAX,
        description: "The account number of the fund source.",
      },
    },
    paymentInstrumentId: { schema: fundSource, versions: ["v1.2"] },
    toPaymentInstrumentId: { schema: fundSource, versions: ["v1.2"] },
    transferId: {
      schema: {
        type: "string",
        maxLength: 40,
        pattern: "^[A-Za-z0-9_-]+$",
        description: "Absent: made by us.",
      },
    },
    remarks: {
      schema: { type: "string", maxLength: 70, pattern: "^[A-Za-z0-9\\s]*$" },
      versions: ["v1.2"],
    },
  },
  bodyExample: () => ({ amount: "1000.00", rechargeAccount: "770012345678", transferId: "move_1" }),
  answers: (version): Answers => (version === "v1" ? v1 : v12),
  data: {
    schema: { type: "object", properties: { transferId: { type: "string" } }, required: ["transferId"] },
    examples: { moved: { transferId: "move_1" } },
  },
  breakdown: v1.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, version } = call;
  const words = WORDS[version];
  const read = readOrder(call, words);
  if ("message" in read) return { answer: read };
  if (!caller.settings.payoutsEnabled) return { answer: words.feature_not_available };
  const outcome = await makeInternalTransfer(ctx, caller.merchantId, read.order);
  if (outcome.kind === "refused") return { answer: words[outcome.code satisfies InternalTransferRefusal] };
  const { transferKey, referenceId, remarks } = outcome.transfer;
  const values = { reference: String(referenceId), account: remarks === "" ? read.named : remarks };
  return { answer: words.moved, values, data: { transferId: transferKey } };
}

interface OrderRead {
  readonly order: InternalTransferOrder;
  /** How the request names the fund source that receives. */
  readonly named: string;
}

function readOrder({ body, caller, version }: Call, words: Words): OrderRead | Answer {
  const ends = readEnds({ body, version }, words);
  if ("message" in ends) return ends;
  const amountPaise = readAmount(body);
  if (typeof amountPaise !== "bigint") return amountPaise;
  const transferKey = readText(body, "transferId");
  if (transferKey !== undefined && !isTransferKey(transferKey ?? "")) return words.transfer_id_invalid;
  const remarks = version === "v1" ? "" : readRemarks(body);
  if (remarks === null) return words.remarks_invalid;
  const { fromId, to, named } = ends;
  const by = `api-key:${caller.clientId}` as const;
  return { order: { transferKey: transferKey ?? null, fromId, to, amountPaise, remarks, by }, named };
}

const isTransferKey = (text: string): boolean =>
  /^[A-Za-z0-9_-]{1,40}$/.test(text) && !isCardNumberAsId(text);

type Ends = Pick<InternalTransferOrder, "fromId" | "to"> & { readonly named: string };

function readEnds({ body, version }: Pick<Call, "body" | "version">, words: Words): Ends | Answer {
  const accountNumber = readText(body, "rechargeAccount");
  if (version === "v1") {
    if (typeof accountNumber !== "string") return words.recharge_account_not_found;
    return { fromId: WALLET_ID, to: { accountNumber }, named: accountNumber };
  }
  const fromId = readText(body, "paymentInstrumentId");
  const toId = readText(body, "toPaymentInstrumentId");
  const isByNumber = accountNumber !== undefined;
  if (isByNumber === (fromId !== undefined || toId !== undefined)) return words.ends_missing;
  if (isByNumber) {
    if (accountNumber === null) return words.recharge_account_not_found;
    return { fromId: WALLET_ID, to: { accountNumber }, named: accountNumber };
  }
  if (fromId === undefined || toId === undefined) return words.ends_missing;
  if (fromId === null || toId === null) return words.fund_source_not_available;
  return { fromId, to: { fundSourceId: toId }, named: toId };
}
