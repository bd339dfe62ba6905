/**
 * The fields of one order to pay: the body of a transfer, or an entry of a batch; and the comparison of its payee with
 * a known one.
 */
import type { Caller } from "#access";
import type { PayeeInput } from "#beneficiaries";
import { hidden, optional, readingRule, refusing, together, type Values, withDefault } from "#http";
import { parseRupees } from "#lib/money";
import {
  containsCardNumber,
  isCardNumberAsId,
  isRemarks,
  isTransferMode,
  TRANSFER_MODES,
  type TransferMode,
  instrumentOf,
  parsePhone,
} from "#rails";
import { isLinkKey } from "#transfers";
import { orderContactRefusals, payeeRefusals, payeeRule, readPayee, type GivenPayee } from "./read-payee.ts";
import { invalid, type V2Refusals } from "./refusals.ts";
import { rightText, textRule } from "./rules.ts";

/** An order whose fields are each valid. */
export interface GivenOrder {
  readonly transferId: string;
  readonly amountPaise: bigint;
  readonly mode: TransferMode;
  readonly remarks: string;
  readonly fundSourceId: string | null;
  readonly payee: GivenPayee;
}

export const termsRefusals = {
  transfer_id_missing: invalid("transfer_id_missing", "transfer_id is missing in the request"),
  transfer_id_invalid: invalid("transfer_id_invalid", "transfer_id should be alphanumeric"),
  transfer_id_long: invalid(
    "transfer_id_length_exceeded",
    "transfer_id : should not be more than 40 characters long",
  ),
  currency_invalid: invalid("transfer_currency_invalid", "transfer_currency should be INR"),
  mode_invalid: invalid(
    "transfer_mode_invalid",
    "transfer_mode is invalid allowed values are : bank, imps, neft, rtgs, upi, paytm, amazonpay, card and cardupi",
  ),
  mode_not_available: invalid(
    "transfer_mode_not_available",
    "transfer_mode cardupi is not available here. Pay a card by its token with card",
  ),
  remarks_invalid: invalid(
    "transfer_remarks_invalid",
    "transfer_remarks can have only numbers, alphabets and whitespaces, 70 at most",
  ),
  fundsource_invalid: invalid("fundsource_id_invalid", "fundsource_id is not available for the account"),
} as const satisfies V2Refusals;

const amountRefusals = {
  amount_missing: invalid("transfer_amount_missing", "transfer_amount is missing in the request"),
  amount_invalid: invalid("transfer_amount_invalid", "transfer_amount should be a number of rupees"),
  amount_decimals: invalid("transfer_amount_invalid", "transfer_amount should have at most two decimals"),
  amount_too_small: invalid("transfer_amount_invalid", "transfer_amount should be greater then 1.00"),
} as const;

/** All refusals of an order before it is handed over. */
export const orderRefusals = {
  ...termsRefusals,
  ...amountRefusals,
  ...payeeRefusals,
  ...orderContactRefusals,
} as const satisfies V2Refusals;

const TRANSFER_ID_LENGTH_MAX = 40;
const FUND_SOURCE_ID_LENGTH_MAX = 100;
const ONE_RUPEE = 100n;

const transferIdRule = textRule(
  {
    minLength: 1,
    maxLength: TRANSFER_ID_LENGTH_MAX,
    pattern: "^[A-Za-z0-9_-]+$",
    description: "Your ID for the transfer. The same ID always means the same transfer.",
  },
  (text) => {
    if (text.length > TRANSFER_ID_LENGTH_MAX) return { problem: "too_long" };
    if (!/^[A-Za-z0-9_-]+$/.test(text)) return { problem: "wrong" };
    return isCardNumberAsId(text) || isLinkKey(text) ? { problem: "wrong" } : text;
  },
);

/**
 * One rupee or more. It must be a JSON number and is taken to the paisa as written: the body is read in such a
 * way that a number which a double cannot hold is refused here.
 */
const amountRule = readingRule<bigint>(
  { type: "number", minimum: 1, description: "Rupees, at most two decimals; a number." },
  (value) => {
    if (typeof value !== "number") return { problem: "wrong" };
    const paise = parseRupees(value);
    if (typeof paise === "string") return { problem: paise };
    return paise < ONE_RUPEE ? { problem: "too_small" } : { value: paise };
  },
);

// The contract's message says `bank` where its fields say `banktransfer`: both are accepted.
const modeRule = readingRule<TransferMode>({ type: "string", enum: [...TRANSFER_MODES] }, (value) => {
  const mode = value === "bank" ? "banktransfer" : value;
  if (mode === "cardupi") return { problem: "not_available" };
  return isTransferMode(mode) ? { value: mode } : { problem: "wrong" };
});
const mode = withDefault(modeRule, "banktransfer");

export const orderFields = {
  transfer_id: refusing(transferIdRule, {
    missing: "transfer_id_missing",
    too_long: "transfer_id_long",
    wrong: "transfer_id_invalid",
  }),
  transfer_amount: refusing(amountRule, {
    missing: "amount_missing",
    too_many_decimals: "amount_decimals",
    too_small: "amount_too_small",
    wrong: "amount_invalid",
  }),
  transfer_currency: refusing(
    withDefault(
      rightText({ enum: ["INR"] }, (text) => text === "INR"),
      "INR",
    ),
    { wrong: "currency_invalid" },
  ),
  transfer_mode: refusing(mode, { not_available: "mode_not_available", wrong: "mode_invalid" }),
  payee: together(
    {
      transfer_mode: hidden(mode),
      beneficiary_details: refusing(payeeRule, { missing: "details_missing", wrong: "details_invalid" }),
    },
    ({ transfer_mode, beneficiary_details }, { settings }: Caller) =>
      readPayee(beneficiary_details, { mode: transfer_mode, requestorId: settings.tokenRequestorId }),
  ),
  transfer_remarks: refusing(
    withDefault(
      rightText(
        { maxLength: 70, pattern: "^[A-Za-z0-9\\s]*$" },
        (text) => isRemarks(text) && !containsCardNumber(text),
      ),
      "",
    ),
    { wrong: "remarks_invalid" },
  ),
  fundsource_id: refusing(
    optional(
      rightText(
        {
          maxLength: FUND_SOURCE_ID_LENGTH_MAX,
          description:
            "The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only " +
            "fund source.",
        },
        (text) => text.length <= FUND_SOURCE_ID_LENGTH_MAX,
      ),
    ),
    { wrong: "fundsource_invalid" },
  ),
} as const;

/** Returns the order that its fields make. */
export function orderOf(input: Values<typeof orderFields>): GivenOrder {
  return {
    transferId: input.transfer_id,
    amountPaise: input.transfer_amount,
    mode: input.transfer_mode,
    remarks: input.transfer_remarks,
    fundSourceId: input.fundsource_id ?? null,
    payee: input.payee,
  };
}

type Instrument = "accountNumber" | "ifsc" | "vpa" | "phone";

/** The given details of where money goes. */
type WhereTo = Readonly<Partial<Record<Instrument, string>>>;

/** Returns the details that say where the money goes. A phone number is one only if the mode pays to it. */
export function whereTo({ accountNumber, ifsc, vpa, phone }: PayeeInput, mode: TransferMode): WhereTo {
  const given = { accountNumber, ifsc, vpa, phone: instrumentOf(mode) === "phone" ? phone : undefined };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Returns the first detail that differs from the payee's. Null means that they agree. */
export function findDifference(
  wanted: WhereTo,
  payee: Readonly<Record<Instrument, string | null>>,
): Instrument | null {
  const plain = (name: Instrument, value: string | null): string =>
    (name === "phone" ? parsePhone(value ?? "") : value?.toLowerCase()) ?? "";
  const names = Object.keys(wanted) as Instrument[];
  return names.find((name) => plain(name, wanted[name]!) !== plain(name, payee[name])) ?? null;
}
