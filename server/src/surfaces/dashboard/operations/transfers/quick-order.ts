/** The form of a quick transfer: its fields, and the order that they make. */
import { accountFields } from "#dashboard/account-fields";
import { checkPayee, type BeneficiaryErrorCode, type PayeeInput } from "#beneficiaries";
import { amount, moment, oneOf, optional, Refusal, text, withDefault, type Values } from "#http";
import {
  containsCardNumber,
  explainIfsc,
  isCardNumberAsId,
  isRemarks,
  PHONE_LENGTH_MAX,
  TRANSFER_MODES,
} from "#rails";
import { isLinkKey, type TransferOrder } from "#transfers";

const MODES = TRANSFER_MODES.filter((mode) => mode !== "card");

export const quickOrderFields = {
  /** Created when the form opens, so that sending the form again does not make a second transfer. */
  transferKey: text({
    max: 40,
    pattern: /^[A-Za-z0-9_-]+$/,
    cards: "let_pass",
    says: "A reference has 1 to 40 letters, digits, hyphens and underscores.",
  }),
  beneId: optional(
    text({ max: 50, pattern: /^[A-Za-z0-9_]+$/, cards: "let_pass", says: "This is no beneficiary ID." }),
  ),
  name: optional(text({ max: 100, says: "A name has at most 100 characters." })),
  accountNumber: optional(accountFields.accountNumber),
  ifsc: optional(accountFields.ifsc),
  vpa: optional(text({ max: 100, cards: "let_pass", says: "A UPI ID looks like name@bank." })),
  phone: optional(text({ max: PHONE_LENGTH_MAX, says: "A phone number has ten digits." })),
  amount: amount(),
  mode: withDefault(oneOf(MODES), "banktransfer"),
  remarks: withDefault(
    text({ min: 0, max: 70, says: "Remarks have at most 70 letters, digits and spaces." }),
    "",
  ),
  fundSourceId: optional(text({ max: 100 })),
  processOn: optional(moment()),
};

export const quickOrderRefusals = {
  payee_missing: { status: 422, message: "Choose a beneficiary, or enter the details of a new payee." },
  payee_given_twice: { status: 422, message: "Choose a beneficiary or enter a new payee, not both." },
  name_invalid: {
    status: 422,
    message: "Enter the payee's name as the bank knows it: letters, digits and spaces.",
  },
  account_invalid: { status: 422, message: "An account number has 6 to 40 digits or letters." },
  ifsc_invalid: {
    status: 422,
    message: "{says}",
  },
  vpa_invalid: { status: 422, message: "A UPI ID looks like name@bank." },
  phone_invalid: { status: 422, message: "An Indian mobile number has ten digits and begins with 6 to 9." },
  transfer_key_invalid: {
    status: 422,
    message: "A reference must not look like a card number or that of a payout link.",
  },
  remarks_invalid: {
    status: 422,
    message: "Remarks may have only letters, digits and spaces, and no card number.",
  },
} as const;

type QuickOrder = Omit<TransferOrder, "createdBy" | "way" | "origin">;

/** Reads the order of the form. Throws a `Refusal` that names the field. */
export function readQuickOrder(input: Values<typeof quickOrderFields>): QuickOrder {
  const { transferKey, amount: amountPaise, mode, remarks } = input;
  if (isCardNumberAsId(transferKey) || isLinkKey(transferKey))
    throw new Refusal("transfer_key_invalid", { field: "transferKey" });
  if (!isRemarks(remarks) || containsCardNumber(remarks)) {
    throw new Refusal("remarks_invalid", { field: "remarks" });
  }
  return {
    transferKey,
    payee: readPayee(input),
    amountPaise,
    mode,
    remarks,
    fundSourceId: input.fundSourceId ?? null,
    processOn: input.processOn ?? null,
  };
}

function readPayee(input: Values<typeof quickOrderFields>): TransferOrder["payee"] {
  const { beneId, name, accountNumber, ifsc, vpa, phone } = input;
  const given = [name, accountNumber, ifsc, vpa, phone].some((field) => field !== undefined);
  if (beneId !== undefined) {
    if (given) throw new Refusal("payee_given_twice", { field: "beneId" });
    return { beneId };
  }
  if (!given) throw new Refusal("payee_missing", { field: "beneId" });
  const inline: PayeeInput = { name: name ?? "", accountNumber, ifsc, vpa, phone };
  const wrong = checkPayee(inline);
  if (wrong === null) return { inline };
  const field = PAYEE_FIELDS[wrong];
  if (field === undefined) throw new Refusal("name_invalid", { field: "name" });
  const says = ifsc === undefined ? "" : (explainIfsc(ifsc) ?? "");
  throw new Refusal(wrong, wrong === "ifsc_invalid" ? { field, details: { says } } : { field });
}

/** The field of the form at which a problem with a payee is shown. */
const PAYEE_FIELDS: Readonly<Partial<Record<BeneficiaryErrorCode, string>>> = {
  name_invalid: "name",
  account_invalid: "accountNumber",
  ifsc_invalid: "ifsc",
  vpa_invalid: "vpa",
  phone_invalid: "phone",
};
