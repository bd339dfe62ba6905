/** Cards and their tokens, which are valid for one payment. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { containsCardNumber } from "#rails";
import { isNameToKeep } from "./fields.ts";
import { type CardNetwork, type CardToken, NAMELESS, type PayeeFacts } from "./details.ts";
import type { CardToKeep } from "./ensure-payees.ts";

/** The stored parts of a card: enough for a bank to find it in its network by the holder's phone number. */
interface StoredCard {
  readonly network: CardNetwork;
  readonly last4: string;
}

/**
 * Returns the card by which a listed beneficiary can be paid; null if it has none, or no phone number to find
 * it by. The remains of an unlisted payee's token do not count: it was for one payment.
 */
export function storedCardOf(
  payee: Pick<PayeeFacts, "beneId" | "phone" | "cardLast4" | "cardNetwork">,
): StoredCard | null {
  const { beneId, phone, cardLast4: last4, cardNetwork: network } = payee;
  return beneId === null || phone === null || last4 === null || network === null ? null : { network, last4 };
}

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
type GivenCard = Readonly<Record<(typeof FIELDS)[number], string | null | undefined>>;

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

/**
 * Reads a masked card number: at most the first six and the last four digits are visible. Returns "unmasked"
 * if more is visible and "unknown" if it is not a card of a network that takes payouts. Only the last four
 * digits are kept.
 */
export function readMaskedCard(
  text: string,
): { network: CardNetwork; last4: string } | "unmasked" | "unknown" {
  const compact = text.replace(/[ -]/g, "");
  if (!/^[\d*xX•#]{13,19}$/.test(compact)) return "unknown";
  const [, first, last4] = /^(\d{1,6})[*xX•#]+(\d{4})$/.exec(compact) ?? [];
  if (first === undefined || last4 === undefined) {
    return compact.replace(/\D/g, "").length > SHOWN_DIGITS_MAX ? "unmasked" : "unknown";
  }
  const network = networkOf(first, compact.length);
  return network === null ? "unknown" : { network, last4 };
}

/** The card industry allows the first six and the last four digits to be shown. */
const SHOWN_DIGITS_MAX = 10;

function networkOf(first: string, length: number): CardNetwork | null {
  if (first.startsWith("4")) return length === 13 || length === 16 || length === 19 ? "visa" : null;
  if (length !== 16) return null;
  return /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(first) ? "mastercard" : null;
}

// Stores card tokens sealed, with their last four characters in clear, until their one payment is made.

const PURPOSE = "beneficiary.card";

/** Returns what is stored of a payee's token; the risk shield's blocks index the same text, so keys match. */
export function cardToKeep(vault: Vault, merchantId: string, { token, network }: CardToken): CardToKeep {
  return { network, last4: token.slice(-4), index: vault.blindIndex(merchantId, `card|${token}`) };
}

/** Seals a token for one merchant. */
export function sealCardToken(vault: Vault, merchantId: string, token: CardToken): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, JSON.stringify(token));
}

/** Opens a payee's `sealedCard`, only to send the token to the bank. Throws VaultError if it cannot. */
export function openCardToken(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): CardToken {
  return JSON.parse(ctx.vault.open({ merchantId, purpose: PURPOSE }, sealed).toString()) as CardToken;
}

/** Stores the sealed tokens of payees whose payment is being ordered, until `forgetCardTokens`. */
export async function keepCardTokens(
  tx: Tx,
  payees: readonly Pick<PayeeFacts, "beneficiaryId" | "sealedCard">[],
): Promise<void> {
  const cards = payees.filter(({ sealedCard }) => sealedCard !== null);
  if (cards.length === 0) return;
  await tx.execute(
    `update beneficiaries.beneficiary as payee
     set sealed_card = kept.sealed_card
     from unnest($2::uuid[], $3::bytea[]) as kept (beneficiary_id, sealed_card)
     where payee.merchant_id = $1
       and payee.beneficiary_id = kept.beneficiary_id`,
    [
      tx.merchantId,
      cards.map(({ beneficiaryId }) => beneficiaryId),
      cards.map(({ sealedCard }) => sealedCard),
    ],
  );
}

/** Erases the card tokens of payees that are paid or never will be; the last four characters stay. */
export async function forgetCardTokens(tx: Tx, beneficiaryIds: readonly string[]): Promise<void> {
  if (beneficiaryIds.length === 0) return;
  await tx.execute(
    `update beneficiaries.beneficiary
     set sealed_card = null
     where merchant_id = $1
       and beneficiary_id = any ($2::uuid[])
       and sealed_card is not null`,
    [tx.merchantId, beneficiaryIds],
  );
}
