import type { CardNetwork, CardToken } from "#beneficiaries";
import { isCardNumber, isName } from "#rails";
import { refuse, type Answers, type Reply } from "./answers.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { idempotencyHeader, orderFields, outcomeData } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { findMissing, readTerms } from "./read-order.ts";
import {
  notBegun,
  outcomeAnswers,
  type Refusal,
  type Refusals,
  repeatAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

const { v1, "v1.2": v12 } = requestRefusals;

/** What can become of an order to a card, beside the card itself. */
const refusals: Refusals = {
  ...v1,
  amount_too_small: refuse("422", "amount should be at least 1.0"),
  transfer_id_characters: v12.transfer_id_characters,
  transfer_id_exists: refuse("400", "Transfer Id already exists."),
};

const ofCards = {
  token_invalid_card: refuse("422", "Please provide valid token details"),
  name_invalid: refuse("422", "Please provide a valid name"),
  network_invalid: refuse("422", "Please provide a valid networkType"),
  card_type_invalid: refuse("422", "cardType is invalid"),
} as const satisfies Answers;

const CARD_REFUSALS = [
  "amount_missing",
  "transfer_id_missing",
  "amount_invalid",
  "amount_decimals",
  "amount_too_small",
  "transfer_id_invalid",
  "transfer_id_characters",
  "tag_invalid",
  "remarks_invalid",
  "feature_not_available",
  "transfer_id_exists",
  "amount_above_maximum",
  "insufficient_balance",
  "mode_not_enabled",
  "mode_not_available",
  "account_limit_exceeded",
  "beneficiary_limit_exceeded",
  "beneficiary_not_allowed",
  "attempt_failed",
  "internal_error",
] as const satisfies readonly Refusal[];

const { amount, transferId, remarks } = orderFields;

export const cardPay: CallerOperation = {
  name: "cardpay",
  method: "POST",
  path: "/cardpay",
  versions: ["v1"],
  access: "token",
  tag: "Transfers",
  summary: "Pay to a card by its network token",
  description:
    "Never a card number: only a token that the network made for you as token requestor, with the cryptogram of " +
    "this payment. The beneficiary's bank may take up to 48 hours to credit.",
  headers: idempotencyHeader,
  body: {
    amount: amount!,
    transferId: transferId!,
    token: { schema: { type: "string", pattern: "^[A-Za-z0-9_-]{12,64}$" }, required: true },
    cardType: { schema: { type: "string", enum: ["DEBIT", "CREDIT"] }, required: true },
    name: { schema: { type: "string", maxLength: 100 } },
    networkType: { schema: { type: "string", enum: ["VISA", "MASTERCARD"] } },
    cryptogram: {
      schema: { type: "string", maxLength: 600, description: "Needed for a token made of digits." },
    },
    tokenExpiry: { schema: { type: "string", pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" } },
    tokenPANSequenceNumber: { schema: { type: "string", maxLength: 3, pattern: "^[0-9]{1,3}$" } },
    remarks: remarks!,
  },
  bodyExample: () => ({
    amount: "100.00",
    transferId: "REFUND_2026_0001",
    token: "tok_5F2mQ8rXw1Zk",
    cardType: "CREDIT",
    name: "Asha Rao",
    networkType: "VISA",
    cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
    tokenExpiry: "2028-05",
  }),
  answers: () => ({
    completed: outcomeAnswers.completed,
    pending_at_bank: outcomeAnswers.pending_at_bank,
    received: outcomeAnswers.received,
    ...repeatAnswers,
    ...ofCards,
    ...Object.fromEntries(CARD_REFUSALS.map((name) => [name, refusals[name]])),
  }),
  data: outcomeData,
  breakdown: outcomeAnswers.received,
  notBegun,
  handle,
};

const REQUIRED = {
  amount: "amount_missing",
  transferId: "transfer_id_missing",
} as const satisfies Record<string, Refusal>;

async function handle(call: Call): Promise<Reply> {
  const { body, version, caller } = call;
  const missing = findMissing(body, REQUIRED);
  if (missing !== null) return { answer: refusals[missing] };
  const terms = readTerms(body, { version, modeDefault: null, modeFixed: "card" });
  if (typeof terms === "string") return { answer: refusals[terms] };
  const requestorId = caller.settings.tokenRequestorId;
  if (requestorId === null) return { answer: refusals.feature_not_available };
  const card = readCard(body, requestorId);
  if ("message" in card) return { answer: card };
  const inline = { name: card.name, cardToken: card.token };
  return placeOrder(call, { ...terms, payee: { inline } }, { waits: true, refusals });
}

const TOKEN = /^[A-Za-z0-9_-]{12,64}$/;
const EXPIRY = /^\d{4}-(0[1-9]|1[0-2])$/;
const CRYPTOGRAM_LENGTH_MAX = 600;
const NETWORKS: Readonly<Record<string, CardNetwork>> = { VISA: "visa", MASTERCARD: "mastercard" };

/** The card, or what is wrong with it. */
function readCard(
  body: Fields,
  requestorId: string,
): { name: string; token: CardToken } | (typeof ofCards)[keyof typeof ofCards] {
  const kind = readText(body, "cardType")?.toUpperCase();
  if (kind !== "DEBIT" && kind !== "CREDIT") return ofCards.card_type_invalid;
  const name = readText(body, "name") ?? (readField(body, "name") === undefined ? "Card holder" : "");
  if (!isName(name)) return ofCards.name_invalid;
  const networkType = readField(body, "networkType");
  const network = typeof networkType === "string" ? NETWORKS[networkType.toUpperCase()] : undefined;
  if (networkType !== undefined && network === undefined) return ofCards.network_invalid;
  const token = readText(body, "token") ?? "";
  const cryptogram = readText(body, "cryptogram") ?? null;
  const expiry = readText(body, "tokenExpiry") ?? null;
  const sequenceNumber = readText(body, "tokenPANSequenceNumber") ?? null;
  const isWhole =
    TOKEN.test(token) &&
    (cryptogram?.length ?? 0) <= CRYPTOGRAM_LENGTH_MAX &&
    (expiry === null || EXPIRY.test(expiry)) &&
    (sequenceNumber === null || /^\d{1,3}$/.test(sequenceNumber)) &&
    // What looks like a card number is taken for one, unless it brings what only a token has.
    (!isCardNumber(token) || (cryptogram !== null && expiry !== null));
  if (!isWhole) return ofCards.token_invalid_card;
  const kinds = { DEBIT: "debit", CREDIT: "credit" } as const;
  const details = { cryptogram, expiry, sequenceNumber, requestorId };
  return { name, token: { token, kind: kinds[kind], network: network ?? null, ...details } };
}
