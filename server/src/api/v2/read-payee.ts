/** Reads the payee of an order: a listed beneficiary, or details. */
import { readCard, type CardProblem, type PayeeInput } from "#beneficiaries";
import { ifscExists, instrumentOf, isVpaToKeep, type TransferMode } from "#rails";
import { ofIfsc } from "./beneficiary-reading.ts";
import { readObject, readText, type Fields } from "./fields.ts";
import { contactRefusals, readContact } from "./read-contact.ts";
import { isAccount, isBeneficiaryId, isPayeeName } from "./read-instruments.ts";
import { invalid, Refused, type Refusal, type Refusals } from "./refusals.ts";

/** The payee as the order names it. */
export interface GivenPayee {
  /** The ID of a listed beneficiary; undefined: the payee is given by details. */
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
} as const satisfies Refusals;

/** The refusals of contact fields, under the codes that they have here. */
export const orderContactRefusals: readonly Refusal[] = Object.values(contactRefusals).map((refusal) => ({
  ...refusal,
  code: CONTACT + refusal.code,
}));

const OF_CARDS: Readonly<Record<CardProblem, Refusal>> = {
  card_token_invalid: payeeRefusals.card_token_invalid,
  card_type_invalid: payeeRefusals.card_type_invalid,
  network_invalid: payeeRefusals.card_network_invalid,
  name_invalid: payeeRefusals.name_invalid,
};

interface Where {
  readonly mode: TransferMode;
  readonly place: string;
  /** The token requestor for whom card networks issue the merchant's tokens; null: it pays no cards. */
  readonly requestorId: string | null;
}

/** Reads the payee of an order that is paid in a mode. */
export function readPayee(order: Fields, where: Where): GivenPayee {
  const { place, mode } = where;
  const given = readObject(order, "beneficiary_details", { refusal: payeeRefusals.details_invalid, place });
  if (given === undefined) throw new Refused(payeeRefusals.details_missing, { place });
  const beneficiaryId = readText(given, "beneficiary_id", { refusal: payeeRefusals.id_invalid, place });
  if (beneficiaryId !== undefined && !isBeneficiaryId(beneficiaryId))
    throw new Refused(payeeRefusals.id_invalid, { place });
  const name = readText(given, "beneficiary_name", { refusal: payeeRefusals.name_invalid, place });
  if (name !== undefined && !isPayeeName(name)) throw new Refused(payeeRefusals.name_invalid, { place });
  const instruments =
    readObject(given, "beneficiary_instrument_details", {
      refusal: payeeRefusals.instruments_invalid,
      place,
    }) ?? {};
  const contactFields =
    readObject(given, "beneficiary_contact_details", { refusal: payeeRefusals.contact_invalid, place }) ?? {};
  const contact = readContact(contactFields, place + CONTACT);
  const hasCard = "card_details" in instruments;
  if (mode === "card" && (beneficiaryId === undefined || hasCard))
    return {
      beneficiaryId: undefined,
      details: readCardPayee(instruments, { ...where, name, beneficiaryId }),
    };
  const details = { name: name ?? "", ...contact, ...readInstruments(instruments, place) };
  if (beneficiaryId !== undefined) return { beneficiaryId, details };
  if (name === undefined) throw new Refused(payeeRefusals.name_missing, { place });
  mustBePayable(details, where);
  return { beneficiaryId, details };
}

type Instruments = Pick<PayeeInput, "accountNumber" | "ifsc" | "vpa">;

function readInstruments(fields: Fields, place: string): Instruments {
  const read = (name: string, refusal: Refusal, isRight: (text: string) => boolean): string | undefined => {
    const text = readText(fields, name, { refusal, place });
    if (text !== undefined && !isRight(text)) throw new Refused(refusal, { place });
    return text;
  };
  const accountNumber = read("bank_account_number", payeeRefusals.account_invalid, isAccount);
  const ifsc = readText(fields, "bank_ifsc", { refusal: payeeRefusals.ifsc_invalid, place });
  if (ifsc !== undefined && !ifscExists(ifsc))
    throw new Refused(ofIfsc(payeeRefusals.ifsc_invalid, ifsc), { place });
  const vpa = read("vpa", payeeRefusals.vpa_invalid, isVpaToKeep);
  return {
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(ifsc === undefined ? {} : { ifsc: ifsc.toUpperCase() }),
    ...(vpa === undefined ? {} : { vpa }),
  };
}

/** Checks that the instrument that the mode pays to is present. */
function mustBePayable({ accountNumber, ifsc, vpa, phone }: PayeeInput, { mode, place }: Where): void {
  const instrument = instrumentOf(mode);
  const missing = (value: unknown, refusal: Refusal): void => {
    if (value === undefined) throw new Refused(refusal, { place });
  };
  if (instrument === "account" || accountNumber !== undefined || ifsc !== undefined) {
    missing(accountNumber, payeeRefusals.account_missing);
    missing(ifsc, payeeRefusals.ifsc_missing);
  }
  if (instrument === "vpa") missing(vpa, payeeRefusals.vpa_missing);
  if (instrument === "phone") missing(phone, payeeRefusals.phone_missing);
}

interface CardWhere extends Where {
  readonly name: string | undefined;
  readonly beneficiaryId: string | undefined;
}

/** Reads a card by its token; for a listed beneficiary only the stored card is paid. */
function readCardPayee(
  instruments: Fields,
  { place, name, beneficiaryId, requestorId }: CardWhere,
): PayeeInput {
  const card = readObject(instruments, "card_details", { refusal: payeeRefusals.card_invalid, place });
  if (card === undefined || beneficiaryId !== undefined)
    throw new Refused(payeeRefusals.card_missing, { place });
  if (requestorId === null) throw new Refused(payeeRefusals.card_not_enabled, { place });
  const { card_token_invalid, card_type_invalid, card_network_invalid } = payeeRefusals;
  const text = (field: string, refusal: Refusal): string | undefined =>
    readText(card, field, { refusal, place });
  const read = readCard({
    name,
    token: text("card_token", card_token_invalid),
    // The contract's own default.
    cardType: text("card_type", card_type_invalid) ?? "CREDIT",
    networkType: text("card_network_type", card_network_invalid),
    cryptogram: text("card_cryptogram", card_token_invalid),
    tokenExpiry: text("card_token_expiry", card_token_invalid),
    tokenPANSequenceNumber: text("card_token_PAN_sequence_number", card_token_invalid),
  });
  if (typeof read === "string") throw new Refused(OF_CARDS[read], { place });
  return { name: read.name, cardToken: { ...read.card, requestorId } };
}
