/** Reads the fields of a row that are kept: text of limited length, and never a card number. */
import { containsCardNumber, isCardNumberAsId } from "#lib/card-numbers";
import { isToCut } from "#lib/cut-text";
import { parseRupees } from "#lib/money";
import { categoryOf, isTransferMode, type TransferMode } from "#rails";
import { type FieldName, fieldsOf, type FormatName, FORMATS, MIXED, type RowFields } from "./formats.ts";

/** Returns the format that a row would have in a batch of only its kind. */
export function formatOfRow(format: FormatName, { transferMode, token, ...row }: RowFields): FormatName {
  if (format !== MIXED) return format;
  if (token !== undefined) return "CARD";
  if (row.beneId !== undefined) return "BENEFICIARY_ID";
  const category = isTransferMode(transferMode) ? categoryOf(transferMode) : "BANK";
  return category === "BANK" ? "BANK_ACCOUNT" : category;
}

/** Returns the mode of a row: its own, or otherwise that of its format. */
export function modeOfRow(format: FormatName, { transferMode }: RowFields): TransferMode {
  return transferMode !== undefined && isTransferMode(transferMode) ? transferMode : FORMATS[format].mode!;
}

/** Replaces a value that is present but not text. A field with it is never valid. */
export const NOT_TEXT = "\u0000";
/** Replaces a value that contained a card number, which is not kept. A field with it is never valid. */
export const CARD_REMOVED = "\u0001";

/** Recognises card numbers in fields where other numbers look like them; elsewhere, all such count. */
const TOLD: Readonly<Partial<Record<FieldName, (value: string) => boolean>>> = {
  // The bank decides how an account is numbered.
  bankAccount: () => false,
  transferId: isCardNumberAsId,
  amount: (value) => typeof parseRupees(value) !== "bigint" && containsCardNumber(value),
  // `readCard` distinguishes a token of digits from a card number.
  token: (value) => !/^[A-Za-z0-9_-]*$/.test(value) && containsCardNumber(value),
};

/** Reads the fields of a format from any object; fields that the format does not have are left out. */
export function readFields(format: FormatName, given: unknown): RowFields {
  const fields: Partial<Record<FieldName, string>> = {};
  if (typeof given !== "object" || given === null) return fields;
  for (const name of fieldsOf(format)) {
    const value = Object.hasOwn(given, name) ? readValue(name, (given as Record<string, unknown>)[name]) : "";
    // No payment uses a card number, and a wrong digit must not make one look like something else.
    const isUnwanted = name === "cardNo" && FORMATS[format].kind === "transfers";
    if (value !== "") fields[name] = isUnwanted ? CARD_REMOVED : value;
  }
  return fields;
}

/** Returns "" for an absent value: none, an empty text, or the text `undefined`, which some clients send. */
function readValue(name: FieldName, value: unknown): string {
  if (value === null || value === undefined || value === "undefined") return "";
  // Only amounts may be numbers, because an account or phone number sent as a number has lost its leading zeros.
  if (name === "amount" && typeof value === "number") return String(value);
  // Half of a text that is too long might contain half of a card number.
  if (typeof value !== "string" || isToCut(value, FIELD_LENGTHS[name])) return NOT_TEXT;
  if (value.includes("\u0000") || !value.isWellFormed()) return NOT_TEXT;
  return (TOLD[name] ?? containsCardNumber)(value) ? CARD_REMOVED : value;
}

/** Returns the first field whose value was not kept because it contained a card number. */
export function cardColumnOf(fields: RowFields): FieldName | undefined {
  const names = Object.keys(fields) as FieldName[];
  return names.find((name) => fields[name] === CARD_REMOVED);
}

/** Returns the fields to show to people: values that were not kept are blank. */
export function shownFields(fields: RowFields): RowFields {
  const entries = Object.entries(fields).filter(([, value]) => value !== NOT_TEXT && value !== CARD_REMOVED);
  return Object.fromEntries(entries);
}

/** The maximum length of each field of a row, in UTF-16 units. Much longer text is not read. */
export const FIELD_LENGTHS: Readonly<Record<FieldName, number>> = {
  transferId: 40,
  // Includes grouping signs and a currency sign, because people type them.
  amount: 40,
  transferMode: 20,
  remarks: 70,
  beneId: 50,
  name: 100,
  // Includes blanks, hyphens and brackets, because people type them.
  phone: 25,
  email: 200,
  bankAccount: 40,
  ifsc: 50,
  vpa: 100,
  cardNo: 40,
  token: 64,
  cardType: 10,
  networkType: 20,
  cryptogram: 600,
  tokenExpiry: 10,
  tokenPANSequenceNumber: 10,
  fundSourceId: 100,
  address1: 150,
  address2: 150,
  city: 50,
  state: 50,
  pincode: 10,
  purpose: 100,
};
