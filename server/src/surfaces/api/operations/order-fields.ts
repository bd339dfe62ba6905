/**
 * The fields of an order that the transfer calls read and publish alike, those of a payee given with it, the data of
 * answers, and examples.
 */
import { checkPayee, NAMELESS, type PayeeInput } from "#beneficiaries";
import {
  anything,
  asText,
  type Field,
  hidden,
  optional,
  readingRule,
  refusing,
  type FieldRule,
  together,
  withDefault,
  asGiven,
  readInput,
  schemaOf,
  type Values,
} from "#http";
import {
  isCardNumberAsId,
  TRANSFER_MODES,
  type TransferMode,
  type Instrument,
  instrumentOf,
  isTransferMode,
} from "#rails";
import { isLinkKey, PRIORITY_MAX, PROCESS_ON_DAYS_MAX, type TransferOrder } from "#transfers";
import { referenceIdSchema } from "./answers.ts";
import { anyAccountRule, anyBeneIdRule, payeeFields } from "./beneficiaries.ts";
import { amountRule, momentRule, nothing, remarksRule, ruleOf, wordRule, MANNER } from "./classic-rules.ts";
import { since12 } from "./declare-classic.ts";
import type { Fields } from "#http";
import { readField } from "./fields.ts";
import type { DataShape, JsonSchema, Version } from "./operation.ts";
import type { ClassicRefusal } from "./transfer-answers.ts";

/** The limit for the id of a fund source. */
export const FUND_SOURCE_ID_LENGTH_MAX = 100;

/** The ID of a fund source. */
function fundSourceRule(description: string): FieldRule<string> {
  const schema = { type: "string", maxLength: FUND_SOURCE_ID_LENGTH_MAX, description };
  return ruleOf(schema, (value) => {
    const text = asText(value);
    return text !== null && text.length <= FUND_SOURCE_ID_LENGTH_MAX ? text : null;
  });
}

/** The fund source that pays. */
export const payingSourceRule = fundSourceRule(
  "The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund " +
    "source.",
);

const TRANSFER_ID_LENGTH_MAX = 40;

/** The merchant's ID of a transfer. */
export function transferIdRule(description: string): FieldRule<string> {
  const pattern = "^[A-Za-z0-9_-]+$";
  const schema = { type: "string", minLength: 1, maxLength: TRANSFER_ID_LENGTH_MAX, pattern, description };
  return readingRule(schema, (value) => {
    const text = asText(value);
    if (text === null || text.length > TRANSFER_ID_LENGTH_MAX) return { problem: "wrong" };
    if (!new RegExp(pattern).test(text)) return { problem: "characters" };
    return isCardNumberAsId(text) || isLinkKey(text) ? { problem: "wrong" } : { value: text };
  });
}

const processOnRule = momentRule(
  `Do not send before this time (Indian time); at most ${PROCESS_ON_DAYS_MAX} days ahead. ` +
    "An extension of the classic contract.",
);

const priorityRule = ruleOf(
  {
    type: "integer",
    minimum: -PRIORITY_MAX,
    maximum: PRIORITY_MAX,
    description:
      "When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of the " +
      "contract.",
  },
  (value) =>
    Number.isInteger(value) && Math.abs(value as number) <= PRIORITY_MAX ? (value as number) : null,
);

/** The merchant's ID of an order. */
export const orderIdRule = transferIdRule(
  "Your ID for the transfer. The same ID always means the same transfer.",
);

/** The codes of the refusals of an order's amount and ID. */
export const amountCodes = {
  missing: "amount_missing",
  too_many_decimals: "amount_decimals",
  too_small: "amount_too_small",
  wrong: "amount_invalid",
} as const satisfies Record<string, ClassicRefusal>;
export const transferIdCodes = {
  missing: "transfer_id_missing",
  characters: "transfer_id_characters",
  wrong: "transfer_id_invalid",
} as const satisfies Record<string, ClassicRefusal>;

const wrong = (code: ClassicRefusal): { readonly wrong: ClassicRefusal } => ({ wrong: code });

/** Reads nothing of the card that an order may not be paid to. */
export const withoutCard = together({ transferMode: hidden(optional(anything)) }, ({ transferMode }) =>
  transferMode === "card" ? { problem: "mode_not_available" satisfies ClassicRefusal } : { value: undefined },
);

/**
 * Returns the fields of an order except the payee, in the order in which they are judged. `takesCard`: the
 * call can pay the card of a listed beneficiary; a card given with the order takes `cardpay`.
 */
export const orderFields = <M extends Field<TransferMode | "phone">>(
  transferMode: M,
  { takesCard }: { readonly takesCard: boolean },
) => ({
  amount: refusing(amountRule(), amountCodes),
  transferId: refusing(orderIdRule, transferIdCodes),
  transferMode,
  ...saidFields,
  ...(takesCard ? {} : { withoutCard }),
  paymentInstrumentId: since12(refusing(optional(payingSourceRule), wrong("fund_source_not_available"))),
  processOn: since12(refusing(optional(processOnRule), wrong("process_on_invalid"))),
  priority: since12(refusing(withDefault(priorityRule, 0), wrong("priority_invalid"))),
});

/** The remarks of an order, and fields that no merchant can use yet. */
export const saidFields = {
  remarks: refusing(withDefault(remarksRule(), ""), wrong("remarks_invalid")),
  // A tag names something that the merchant has set up; nothing can be set up, so no tag is valid.
  tag: hidden(refusing(optional(nothing), wrong("tag_invalid"))),
  // Remittance data implies duties that only a merchant cleared for it may take on.
  rda: hidden(refusing(optional(nothing), wrong("feature_not_available"))),
} as const;

const MODE = "With `banktransfer` we choose between IMPS, NEFT and RTGS.";

export const modeRule = wordRule(TRANSFER_MODES, { description: MODE });

/** The mode of a transfer that may also be paid to a phone number. */
export const payableModeRule = wordRule([...TRANSFER_MODES, "phone"] as const, {
  description:
    `${MODE} \`phone\` pays by UPI to the UPI ID most recently linked to the beneficiary's phone number, if the bank ` +
    "has the beneficiary's name for it.",
});

/** The codes of a mode: where it is missing, it is refused like a wrong one. */
export const modeCodes = { missing: "mode_invalid", wrong: "mode_invalid" } as const satisfies Record<
  string,
  ClassicRefusal
>;

interface OrderInput {
  readonly amount: bigint;
  readonly transferId: string;
  readonly remarks: string;
  readonly transferMode: TransferMode | "phone";
  readonly paymentInstrumentId: string | undefined;
  readonly processOn: Date | undefined;
  readonly priority: number;
}

/** An order without its payee; `throughPhone`: the phone number gives the VPA. */
type OrderTerms = Omit<TransferOrder, "payee"> & { readonly throughPhone: boolean };

/** Returns the order that the fields of a request make. */
export function termsOf({ transferMode, ...input }: OrderInput): OrderTerms {
  const throughPhone = transferMode === "phone";
  return {
    transferKey: input.transferId,
    amountPaise: input.amount,
    mode: throughPhone ? "upi" : transferMode,
    remarks: input.remarks,
    fundSourceId: input.paymentInstrumentId ?? null,
    processOn: input.processOn ?? null,
    priority: input.priority,
    throughPhone,
  };
}

const referenceId: JsonSchema = { ...referenceIdSchema, description: "Our ID of the transfer." };

const waiting = { referenceId: "10023", utr: "", acknowledged: 0 };

export const outcomeData: DataShape = {
  schema: {
    type: "object",
    properties: {
      referenceId,
      utr: { type: "string", description: "The bank's reference, once the transfer is paid." },
      acknowledged: {
        type: "integer",
        enum: [0, 1],
        description: "1 once the beneficiary's bank has credited the money.",
      },
      reason: {
        type: "string",
        description: "For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.",
      },
      description: {
        type: "string",
        description: "With `reason`: what happened to the money, and what to do.",
      },
    },
    required: ["referenceId", "utr", "acknowledged"],
  },
  examples: {
    completed: { referenceId: "10023", utr: "632512345678", acknowledged: 1 },
    awaiting_confirmation: waiting,
    pending_at_bank: waiting,
    awaiting_approval: waiting,
    queued: waiting,
    scheduled: waiting,
  },
};

export const acceptanceData: DataShape = {
  schema: { type: "object", properties: { referenceId }, required: ["referenceId"] },
  examples: { initiated: { referenceId: "10023" }, scheduled: { referenceId: "10023" } },
};

/** An example of an order to a listed beneficiary. */
export const orderExample = (version: Version): Readonly<Record<string, unknown>> => ({
  beneId: "JOHN18011",
  amount: "100.00",
  transferId: "INV_2026_0001",
  transferMode: "banktransfer",
  remarks: "Invoice 1",
  ...(version === "v1.2" ? { paymentInstrumentId: "WALLET_1" } : {}),
});

/** The required fields of a direct transfer's payee; in v1.2 a wallet's phone number replaces the name. */
const REQUIRED: Readonly<Record<Version, readonly string[]>> = {
  v1: ["name", "email", "phone"],
  "v1.1": ["name", "email", "phone"],
  "v1.2": ["name"],
  "v1.3": ["name"],
};

const { name, email, phone, ifsc, vpa, address1, address2, city, state, pincode } = payeeFields;

const detailFields = {
  beneId: optional(anyBeneIdRule("Not looked up: we pay the details given here.")),
  name: optional(name),
  email: optional(email),
  phone: optional(phone),
  bankAccount: optional(anyAccountRule),
  ifsc: optional(ifsc),
  vpa: optional(vpa),
  address1: optional(address1),
  address2: optional(address2),
  city: optional(city),
  state: optional(state),
  pincode: optional(pincode),
} as const;

/** The details of a payee, as they were sent. */
export type PayeeDetails = Fields;

/** Publishes the details of a payee and takes any value: `readDetails` judges it. */
export function detailsRule(version: Version): FieldRule<unknown> {
  const { properties } = schemaOf(detailFields) as unknown as {
    properties: Readonly<Record<string, JsonSchema>>;
  };
  const name = {
    ...properties["name"],
    description: "Required, except for wallets, which require only `phone`.",
  };
  const schema =
    version === "v1.2"
      ? { type: "object", properties: { ...properties, name }, required: [] }
      : { type: "object", properties, required: REQUIRED[version] };
  return asGiven(schema);
}

/** Returns the details if they have all required fields; in v1.2 a wallet needs only its phone number. */
export function readDetails(
  given: unknown,
  { version, transferMode }: { readonly version: Version; readonly transferMode: unknown },
): PayeeDetails | null {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
  const details = given as PayeeDetails;
  const isGiven = (field: string): boolean => readField(details, field) !== undefined;
  const isToWallet = isTransferMode(transferMode) && instrumentOf(transferMode) === "phone";
  const isWhole = REQUIRED[version].every(isGiven) || (version === "v1.2" && isToWallet && isGiven("phone"));
  return isWhole ? details : null;
}

/** Reads the payee with the instrument that is paid to, or returns the refusal. */
export function readPayee(details: PayeeDetails, instrument: Instrument): PayeeInput | ClassicRefusal {
  const read = readInput(detailFields, details, MANNER);
  if ("faults" in read) return "beneficiary_details_invalid";
  const payee = payeeOf(read.values);
  if (instrument === "account" && (payee.accountNumber === undefined || payee.ifsc === undefined)) {
    return "no_bank_account";
  }
  if (instrument === "vpa" && payee.vpa === undefined) return "no_vpa";
  if (instrument === "phone" && payee.phone === undefined) return "mode_not_valid_for_beneficiary";
  const problem = checkPayee(payee);
  if (problem === null) return payee;
  return problem === "ifsc_invalid" ? "invalid_ifsc" : "beneficiary_details_invalid";
}

function payeeOf({ beneId: _beneId, bankAccount, ...details }: Values<typeof detailFields>): PayeeInput {
  // Only wallets can lack a name here.
  return { ...details, name: details.name ?? NAMELESS.wallet, accountNumber: bankAccount };
}
