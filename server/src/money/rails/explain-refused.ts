/**
 * Adds to the contract's words for a refused request: which of its fields looks like a card number, or is a foreign
 * phone number, and what to do about it. A field of a card that a call does not take is found by its name.
 */
import { containsCardNumber, isCardNumberAsId } from "#lib/card-numbers";
import { isForeignPhone, isVpaToKeep } from "./formats.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  readonly names: RegExp;
  readonly looksLikeCard: (text: string) => boolean;
  readonly advice: string;
}

/** The first that fits counts. Card numbers are recognised by the same functions that refuse the fields. */
const KINDS: readonly Kind[] = [
  // The bank decides how its accounts are numbered.
  { names: /account|^amount$/i, looksLikeCard: () => false, advice: "" },
  // Has its own refusal (`card_not_masked`), since a masked card number belongs here.
  { names: /cardNo$/, looksLikeCard: () => false, advice: "Give the network token of the card." },
  {
    names: /Id$|_id$|Key$/,
    looksLikeCard: isCardNumberAsId,
    advice: "Choose another ID, such as one that begins with letters.",
  },
  {
    names: /vpa$/i,
    looksLikeCard: (text) => !isVpaToKeep(text) && containsCardNumber(text),
    advice: "Pay the bank account, or another UPI ID of the payee.",
  },
  {
    names: /token$|cryptogram$/i,
    looksLikeCard: containsCardNumber,
    advice: "Give the network token of the card.",
  },
  {
    names: /^/,
    looksLikeCard: containsCardNumber,
    advice: "Leave the number out, or give its last four digits only.",
  },
];

const kindOf = (field: string): Kind => KINDS.find(({ names }) => names.test(field.replace(/\[\d+\]$/, "")))!;

/** Returns the sentences about a field, by its name or its path in the request. */
export function explainCard(field: string): string {
  const { advice } = kindOf(field);
  return `${field} has a number that looks like a card's; card numbers are never taken or stored. ${advice}`;
}

/** Adds our sentence to the contract's words, which often end without a full stop. */
export const addSentence = (said: string, more: string | undefined): string =>
  more === undefined ? said : `${said.replace(/(?<![.?!])$/, ".")} ${more}`;

/** Returns true if the value of a field looks like a card number. */
export function looksLikeCard(field: string, value: unknown): boolean {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && kindOf(field).looksLikeCard(text);
}

const isOfPhone = (field: string, value: unknown): boolean =>
  /phone$/i.test(field) && typeof value === "string" && isForeignPhone(value);

/** Returns a sentence about the first field of a request that needs one. Undefined means that none does. */
export function explainRefused(fields: Fields): string | undefined {
  const card = findField(fields, looksLikeCard);
  if (card !== undefined) return explainCard(card);
  const phone = findField(fields, isOfPhone);
  if (phone === undefined) return undefined;
  return `${phone} has the code of another country: give an Indian number, ten digits with or without +91.`;
}

/** Deeper than any meaningful request. */
const DEPTH_MAX = 4;

/** Returns the path of the first field of a kind (`beneDetails.vpa`). */
function findField(
  fields: Fields,
  isIt: (name: string, value: unknown) => boolean,
  { place, depth } = { place: "", depth: 0 },
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const values = Array.isArray(value) ? value : [value];
    for (const [at, one] of values.entries()) {
      const path = Array.isArray(value) ? `${place}${name}[${at}]` : `${place}${name}`;
      if (isIt(name, one)) return path;
      if (typeof one !== "object" || one === null || depth === DEPTH_MAX) continue;
      const found = findField(one as Fields, isIt, { place: `${path}.`, depth: depth + 1 });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Names that clients give a card's number, token or proof, without capitals and separators. */
const CARD_WORDS: ReadonlySet<string> = new Set([
  ...["card", "cardno", "cardnum", "cardnumber", "cardpan", "pan", "maskedcard", "maskedcardnumber"],
  ...["creditcard", "creditcardnumber", "debitcard", "debitcardnumber", "carddetails", "cardexpiry", "cvv"],
  ...["token", "cardtoken", "networktoken", "tokenexpiry", "tokenpansequencenumber", "cryptogram"],
  ...["cardcryptogram", "cardtype", "cardnetwork", "cardnetworktype", "networktype"],
]);

/** The parts of a published schema that say which fields there are. */
export interface FieldsSchema {
  readonly properties?: Readonly<Record<string, FieldsSchema>>;
  readonly items?: FieldsSchema;
}

/** An income tax number (PAN), which many payees have, is not a card number. */
const TAX_NUMBER = /^[a-z]{5}\d{4}[a-z]$/i;

/**
 * Returns the path of the first field that has something of a card and is not in the schema
 * (`beneDetails.cardNumber`). Undefined means that there is none. Empty values do not count. Otherwise a payee would be
 * accepted or paid, and the card that came with it ignored.
 */
export function findCardField(
  fields: Readonly<Record<string, unknown>>,
  { properties = {} }: FieldsSchema,
  place = "",
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      if (isOfCard(name, value)) return `${place}${name}`;
      continue;
    }
    const values = Array.isArray(value) ? value : [value];
    for (const [at, one] of values.entries()) {
      if (typeof one !== "object" || one === null) continue;
      const [path, within] = Array.isArray(value)
        ? [`${place}${name}[${at}].`, schema.items]
        : [`${place}${name}.`, schema];
      const found = within === undefined ? undefined : findCardField(one as typeof fields, within, path);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isOfCard(name: string, value: unknown): boolean {
  if (value === null || value === "" || value === "undefined") return false;
  if (typeof value === "string" && TAX_NUMBER.test(value.trim())) return false;
  return CARD_WORDS.has(name.replaceAll(/[^a-z]/gi, "").toLowerCase());
}
