import { containsCardNumber } from "#rails";
import { isNameToKeep } from "./check-fields.ts";
import type { CardNetwork, CardToken } from "./details.ts";
import { NAMELESS } from "./nameless.ts";

const FIELDS = [
  "name",
  "token",
  "cardType",
  "networkType",
  "cryptogram",
  "tokenExpiry",
  "tokenPANSequenceNumber",
] as const;

/** A card as a caller gives it: each field a text, undefined if absent, null if it is not text. */
export type GivenCard = Readonly<Record<(typeof FIELDS)[number], string | null | undefined>>;

/** A valid card with its holder. Only the merchant knows who requested its tokens. */
export interface ReadCard {
  readonly name: string;
  readonly card: Omit<CardToken, "requestorId">;
}

export type CardProblem = "card_type_invalid" | "name_invalid" | "network_invalid" | "card_token_invalid";

const TOKEN = /^[A-Za-z0-9_-]{12,64}$/;
const DIGITS = /^\d+$/;
const EXPIRY = /^\d{4}-(0[1-9]|1[0-2])$/;
const SEQUENCE_NUMBER = /^\d{1,3}$/;
const CRYPTOGRAM_LENGTH_MAX = 600;
const KINDS: Readonly<Record<string, CardToken["kind"]>> = { DEBIT: "debit", CREDIT: "credit" };
const NETWORKS: Readonly<Record<string, CardNetwork>> = { VISA: "visa", MASTERCARD: "mastercard" };

/** Reads a card by a function that returns the text of a field. */
export function readCardBy(
  read: (name: keyof GivenCard) => string | null | undefined,
): ReadCard | CardProblem {
  return readCard(Object.fromEntries(FIELDS.map((name) => [name, read(name)])) as GivenCard);
}

/** Reads a card, or returns its first fault. Pure. */
export function readCard(given: GivenCard): ReadCard | CardProblem {
  const kind = wordIn(KINDS, given.cardType);
  if (kind === undefined) return "card_type_invalid";
  const { name = NAMELESS.card } = given;
  if (name === null || !isNameToKeep(name)) return "name_invalid";
  const network = given.networkType === undefined ? null : wordIn(NETWORKS, given.networkType);
  if (network === undefined) return "network_invalid";
  const { token = null, cryptogram, tokenExpiry: expiry, tokenPANSequenceNumber: sequenceNumber } = given;
  const isWhole =
    token !== null &&
    TOKEN.test(token) &&
    isAbsentOr(cryptogram, (text) => text.length <= CRYPTOGRAM_LENGTH_MAX && !containsCardNumber(text)) &&
    isAbsentOr(expiry, (text) => EXPIRY.test(text)) &&
    isAbsentOr(sequenceNumber, (text) => SEQUENCE_NUMBER.test(text)) &&
    // Text like a card number counts as one, unless it is all digits and has what only tokens have.
    (!containsCardNumber(token) || (DIGITS.test(token) && cryptogram !== undefined && expiry !== undefined));
  if (!isWhole) return "card_token_invalid";
  const proof = {
    cryptogram: cryptogram ?? null,
    expiry: expiry ?? null,
    sequenceNumber: sequenceNumber ?? null,
  };
  return { name, card: { token, kind, network, ...proof } };
}

const wordIn = <T>(words: Readonly<Record<string, T>>, given: string | null | undefined): T | undefined => {
  const word = given?.toUpperCase() ?? "";
  return Object.hasOwn(words, word) ? words[word] : undefined;
};

const isAbsentOr = (given: string | null | undefined, isRight: (text: string) => boolean): boolean =>
  given === undefined || (given !== null && isRight(given));
