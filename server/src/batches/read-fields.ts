/** From what a row was given as to the fields that are kept: text of some length, and never a card number. */
import { containsCardNumber, isCardNumberAsId } from "#lib/card-numbers";
import { isToCut } from "#lib/cut-text";
import { parseRupees } from "#lib/money";
import { FIELD_LENGTHS } from "./field-lengths.ts";
import { FORMATS, fieldsOf, type FieldName, type FormatName, type RowFields } from "./formats.ts";

/** Stands for a value that is there and is no text. No field is sound with it. */
export const NOT_TEXT = "\u0000";
/** Stands for a value that had a card number in it, which is not kept. No field is sound with it. */
export const CARD_REMOVED = "\u0001";

/** How a card's number is told in fields whose own numbers look like one by chance; elsewhere it is one. */
const TOLD: Readonly<Partial<Record<FieldName, (value: string) => boolean>>> = {
  // What an account is numbered is for its bank to say.
  bankAccount: () => false,
  transferId: isCardNumberAsId,
  amount: (value) => typeof parseRupees(value) !== "bigint" && containsCardNumber(value),
  // `readCard` tells a token of digits from a card number.
  token: (value) => !/^[A-Za-z0-9_-]*$/.test(value) && containsCardNumber(value),
};

/** Reads the fields of a format from anything with properties; what the format does not know is left out. */
export function readFields(format: FormatName, given: unknown): RowFields {
  const fields: Partial<Record<FieldName, string>> = {};
  if (typeof given !== "object" || given === null) return fields;
  for (const name of fieldsOf(format)) {
    const value = Object.hasOwn(given, name) ? readValue(name, (given as Record<string, unknown>)[name]) : "";
    // No payment is made by a card's number, and a wrong digit must not make one look like something else.
    const isUnwanted = name === "cardNo" && FORMATS[format].kind === "transfers";
    if (value !== "") fields[name] = isUnwanted ? CARD_REMOVED : value;
  }
  return fields;
}

/** "" means absent: no value, an empty text, and the text `undefined`, which some clients send for nothing. */
function readValue(name: FieldName, value: unknown): string {
  if (value === null || value === undefined || value === "undefined") return "";
  // Only amounts may be numbers: an account or a phone number that came as one has lost its zeros.
  if (name === "amount" && typeof value === "number") return String(value);
  // Half of what is too long might be half of a card's number.
  if (typeof value !== "string" || isToCut(value, FIELD_LENGTHS[name])) return NOT_TEXT;
  if (value.includes("\u0000") || !value.isWellFormed()) return NOT_TEXT;
  return (TOLD[name] ?? containsCardNumber)(value) ? CARD_REMOVED : value;
}

/** The first field whose value was not kept, because a card's number stood in it. */
export function cardColumnOf(fields: RowFields): FieldName | undefined {
  const names = Object.keys(fields) as FieldName[];
  return names.find((name) => fields[name] === CARD_REMOVED);
}

/** The fields as people may see them: what was not kept is blank. */
export function shownFields(fields: RowFields): RowFields {
  const entries = Object.entries(fields).filter(([, value]) => value !== NOT_TEXT && value !== CARD_REMOVED);
  return Object.fromEntries(entries);
}
