/** The payee of an order: a listed beneficiary, or details. */
import { type CardProblem, type PayeeInput, readCard } from "#beneficiaries";
import { missingAs, optional, type Problem, refusing, TOLERANT } from "#http";
import {
  containsCardNumber,
  explainUnpayable,
  ifscExists,
  instrumentOf,
  isCardNumberAsId,
  isName,
  isVpaToKeep,
  type TransferMode,
} from "#rails";
import { contactFields, contactRefusals, readContact } from "./contact-fields.ts";
import { invalid, type V2Refusal, type V2Refusals } from "./refusals.ts";
import type { Fields } from "#http";
import { objectRule, readFields, rightText, textRule } from "./rules.ts";
import { beneficiaryIdSchema } from "./schemas.ts";

// Checks the forms of instruments, beneficiary IDs and names.

export const ACCOUNT_LENGTH_MIN = 4;
export const ACCOUNT_LENGTH_MAX = 25;
export const BENEFICIARY_ID_LENGTH_MAX = 50;

/** True if the text has only letters and digits; its length is checked elsewhere. */
export const isAccountText = (text: string): boolean => /^[0-9A-Za-z]+$/.test(text);

/** True for an account number of 4 to 25 letters and digits. */
export const isAccount = (text: string): boolean =>
  isAccountText(text) && text.length >= ACCOUNT_LENGTH_MIN && text.length <= ACCOUNT_LENGTH_MAX;

/** True for a merchant's ID of a beneficiary: wider than in the classic contract, and not a card number. */
export const isBeneficiaryId = (text: string): boolean =>
  /^[A-Za-z0-9_.|-]{1,50}$/.test(text) && !isCardNumberAsId(text);

export const isPayeeName = (text: string): boolean => isName(text) && !containsCardNumber(text);

/** The payee as the order names it. */
export interface GivenPayee {
  /** The ID of a listed beneficiary. Undefined means that the payee is given by details. */
  readonly beneficiaryId: string | undefined;
  /** The given details, each valid; for a listed beneficiary they must agree with the list. */
  readonly details: PayeeInput;
}

const DETAILS = "beneficiary_details.";
const INSTRUMENTS = `${DETAILS}beneficiary_instrument_details.`;
const CARD = `${INSTRUMENTS}card_details.`;
/** Stands before the code of a contact field. */
const CONTACT = `${DETAILS}beneficiary_contact_details.`;

export const payeeRefusals = {
  details_missing: invalid("beneficiary_details_missing", "beneficiary_details is missing in the request"),
  details_invalid: invalid("beneficiary_details_invalid", "beneficiary_details should be an object"),
  id_invalid: invalid(`${DETAILS}beneficiary_id_invalid`, "beneficiary_id should be alphanumeric"),
  name_missing: invalid(
    `${DETAILS}beneficiary_name_missing`,
    "beneficiary_name is missing in the request: it is needed without beneficiary_id",
  ),
  name_invalid: invalid(
    `${DETAILS}beneficiary_name_invalid`,
    "beneficiary_name is invalid. only alphabets and whitespaces are allowed",
  ),
  instruments_invalid: invalid(
    `${DETAILS}beneficiary_instrument_details_invalid`,
    "beneficiary_instrument_details should be an object",
  ),
  contact_invalid: invalid(
    `${DETAILS}beneficiary_contact_details_invalid`,
    "beneficiary_contact_details should be an object",
  ),
  account_missing: invalid(
    `${INSTRUMENTS}bank_account_number_missing`,
    "bank_account_number is missing in the request",
  ),
  account_invalid: invalid(
    `${INSTRUMENTS}bank_account_number_invalid`,
    "bank_account_number should be alphanumeric",
  ),
  ifsc_missing: invalid(`${INSTRUMENTS}bank_ifsc_missing`, "bank_ifsc is missing in the request"),
  ifsc_invalid: invalid(`${INSTRUMENTS}bank_ifsc_invalid`, "bank_ifsc should be in standard ifsc format"),
  vpa_missing: invalid(`${INSTRUMENTS}vpa_missing`, "vpa is missing in the request"),
  vpa_invalid: invalid(`${INSTRUMENTS}vpa_invalid`, "vpa is in invalid format"),
  phone_missing: invalid(
    `${CONTACT}beneficiary_phone_missing`,
    "beneficiary_phone is missing in the request",
  ),
  card_missing: invalid(
    `${INSTRUMENTS}card_details_missing`,
    "card_details is missing in the request: a card is paid by its token, or as the one stored with beneficiary_id",
  ),
  card_invalid: invalid(`${INSTRUMENTS}card_details_invalid`, "card_details should be an object"),
  card_token_invalid: invalid(
    `${CARD}card_token_invalid`,
    "card_token should be a network token with what proves it, never a card number",
  ),
  card_type_invalid: invalid(`${CARD}card_type_invalid`, "card_type should be DEBIT or CREDIT"),
  card_network_invalid: invalid(
    `${CARD}card_network_type_invalid`,
    "card_network_type should be VISA or MASTERCARD",
  ),
  card_not_enabled: invalid("transfer_mode_not_enabled", "transfer_mode is not enabled for the account"),
} as const satisfies V2Refusals;

/** The refusals of contact fields, under the codes that they have in an order. */
export const orderContactRefusals = Object.fromEntries(
  Object.entries<V2Refusal>(contactRefusals).map(([name, refusal]) => [
    name,
    { ...refusal, code: CONTACT + refusal.code },
  ]),
);

type PayeeRefusal = keyof typeof payeeRefusals;
const wrong = (code: PayeeRefusal): { readonly wrong: PayeeRefusal } => ({ wrong: code });

export const ifscSchema = { maxLength: 11, pattern: "^[A-Za-z]{4}0[A-Za-z0-9]{6}$" };

/** Returns an IFSC in capitals; the problem of one that is not on our list says so. */
export const judgeIfsc = (text: string, problem = "wrong"): string | Problem =>
  ifscExists(text) ? text.toUpperCase() : { problem, says: explainUnpayable(text) ?? "", given: text };

export const accountSchema = { maxLength: 25, pattern: "^[0-9A-Za-z]{4,25}$" };

export const vpaRule = rightText(
  {
    maxLength: 100,
    description: "UPI ID: letters, digits, dots and underscores; hyphens only before the @.",
  },
  isVpaToKeep,
);

const instrumentFields = {
  bank_account_number: refusing(
    optional(rightText({ ...accountSchema, description: "Requires `bank_ifsc`." }, isAccount)),
    wrong("account_invalid"),
  ),
  bank_ifsc: refusing(optional(textRule(ifscSchema, (text) => judgeIfsc(text))), wrong("ifsc_invalid")),
  vpa: refusing(optional(vpaRule), wrong("vpa_invalid")),
} as const;

const cardText = (schema: Readonly<Record<string, unknown>>, code: PayeeRefusal) =>
  refusing(optional(textRule(schema)), wrong(code));

/** The fields of a card; `readCard` judges them together. */
const cardFields = {
  // `readCard` refuses a card without a token.
  card_token: refusing(
    missingAs(textRule({ maxLength: 64, pattern: "^[A-Za-z0-9_-]{12,64}$" }), undefined),
    wrong("card_token_invalid"),
  ),
  card_type: cardText({ enum: ["DEBIT", "CREDIT"], default: "CREDIT" }, "card_type_invalid"),
  card_network_type: cardText({ enum: ["VISA", "MASTERCARD"] }, "card_network_invalid"),
  card_cryptogram: cardText(
    { maxLength: 600, description: "Required for a token made of digits." },
    "card_token_invalid",
  ),
  card_token_expiry: cardText({ maxLength: 7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" }, "card_token_invalid"),
  card_token_PAN_sequence_number: cardText({ maxLength: 3, pattern: "^[0-9]{1,3}$" }, "card_token_invalid"),
} as const;

/** The fields that name the payee, and the objects whose fields are read in their turn. */
const partFields = {
  beneficiary_id: refusing(optional(rightText(beneficiaryIdSchema, isBeneficiaryId)), wrong("id_invalid")),
  beneficiary_name: refusing(optional(rightText({ maxLength: 100 }, isPayeeName)), wrong("name_invalid")),
  beneficiary_instrument_details: refusing(
    optional(
      objectRule({
        ...instrumentFields,
        card_details: optional(objectRule(cardFields, "A card by its network token, never by its number.")),
      }),
    ),
    wrong("instruments_invalid"),
  ),
  beneficiary_contact_details: refusing(optional(objectRule(contactFields)), wrong("contact_invalid")),
} as const;

/** The payee of an order, as it is published; `readPayee` reads its fields. */
export const payeeRule = objectRule(
  partFields,
  "The `beneficiary_id` of a beneficiary, or the name and details of the payee.",
);

interface Where {
  readonly mode: TransferMode;
  /** The token requestor for whom card networks issue the merchant's tokens. Null means that it pays no cards. */
  readonly requestorId: string | null;
}

const refuse = (problem: PayeeRefusal): Problem => ({ problem });

/** Reads the payee of an order that is paid in a mode, or returns the problem of its first wrong field. */
export function readPayee(given: Fields, where: Where): { readonly value: GivenPayee } | Problem {
  const parts = readFields(partFields, given);
  if ("problem" in parts) return parts;
  const { beneficiary_id: beneficiaryId, beneficiary_name: name, ...others } = parts.values;
  const { beneficiary_instrument_details: instruments = {}, beneficiary_contact_details = {} } = others;
  const read = readContact(beneficiary_contact_details);
  if ("problem" in read) return read;
  if (where.mode === "card" && (beneficiaryId === undefined || "card_details" in instruments))
    return readCardPayee(instruments["card_details"], { ...where, name, beneficiaryId });
  const paidTo = readInstruments(instruments);
  if ("problem" in paidTo) return paidTo;
  const details = { name: name ?? "", ...read.contact, ...paidTo.instruments };
  if (beneficiaryId !== undefined) return { value: { beneficiaryId, details } };
  if (name === undefined) return refuse("name_missing");
  const missing = findMissing(details, where.mode);
  return missing === null ? { value: { beneficiaryId, details } } : refuse(missing);
}

type Instruments = Pick<PayeeInput, "accountNumber" | "ifsc" | "vpa">;

function readInstruments(fields: Fields): { readonly instruments: Instruments } | Problem {
  const read = readFields(instrumentFields, fields);
  if ("problem" in read) return read;
  const { bank_account_number: accountNumber, bank_ifsc: ifsc, vpa } = read.values;
  return {
    instruments: {
      ...(accountNumber === undefined ? {} : { accountNumber }),
      ...(ifsc === undefined ? {} : { ifsc }),
      ...(vpa === undefined ? {} : { vpa }),
    },
  };
}

/** Returns the refusal of the first instrument that the mode pays to and that is missing. Null means that none is. */
function findMissing(
  { accountNumber, ifsc, vpa, phone }: PayeeInput,
  mode: TransferMode,
): PayeeRefusal | null {
  const instrument = instrumentOf(mode);
  if (instrument === "account" || accountNumber !== undefined || ifsc !== undefined) {
    if (accountNumber === undefined) return "account_missing";
    if (ifsc === undefined) return "ifsc_missing";
  }
  if (instrument === "vpa" && vpa === undefined) return "vpa_missing";
  return instrument === "phone" && phone === undefined ? "phone_missing" : null;
}

const OF_CARDS = {
  card_token_invalid: "card_token_invalid",
  card_type_invalid: "card_type_invalid",
  network_invalid: "card_network_invalid",
  name_invalid: "name_invalid",
} as const satisfies Record<CardProblem, PayeeRefusal>;

interface CardWhere extends Where {
  readonly name: string | undefined;
  readonly beneficiaryId: string | undefined;
}

/** Reads a card by its token; for a listed beneficiary only the stored card is paid. */
function readCardPayee(
  given: unknown,
  { name, beneficiaryId, requestorId }: CardWhere,
): { readonly value: GivenPayee } | Problem {
  const isAbsent = TOLERANT.isAbsent(given);
  if (!isAbsent && (typeof given !== "object" || Array.isArray(given))) return refuse("card_invalid");
  if (isAbsent || beneficiaryId !== undefined) return refuse("card_missing");
  if (requestorId === null) return refuse("card_not_enabled");
  const fields = readFields(cardFields, given as Fields);
  if ("problem" in fields) return fields;
  const card = fields.values;
  const read = readCard({
    name,
    token: card.card_token,
    // The contract's own default.
    cardType: card.card_type ?? "CREDIT",
    networkType: card.card_network_type,
    cryptogram: card.card_cryptogram,
    tokenExpiry: card.card_token_expiry,
    tokenPANSequenceNumber: card.card_token_PAN_sequence_number,
  });
  if (typeof read === "string") return refuse(OF_CARDS[read]);
  const details = { name: read.name, cardToken: { ...read.card, requestorId } };
  return { value: { beneficiaryId: undefined, details } };
}
