import { type CardProblem, readCard } from "#beneficiaries";
import { missingAs, optional, refusing, type FieldRule } from "#http";
import { type Answer, refuse } from "./answers.ts";
import { amountRule, anyTextAs, orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { JsonSchema } from "./operation.ts";
import { amountCodes, orderIdRule, outcomeData, saidFields, transferIdCodes } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import {
  notBegun,
  outcomeAnswers,
  type ClassicRefusal,
  type ClassicRefusals,
  repeatAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

/** The fields of a card, as the contract publishes them; `readCard` validates them. */
export const cardSchemas = {
  token: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9_-]{12,64}$" },
  cardType: { type: "string", enum: ["DEBIT", "CREDIT"] },
  networkType: { type: "string", enum: ["VISA", "MASTERCARD"] },
  cryptogram: { type: "string", maxLength: 600, description: "Required for a token made of digits." },
  tokenExpiry: { type: "string", maxLength: 7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" },
  tokenPANSequenceNumber: { type: "string", maxLength: 3, pattern: "^[0-9]{1,3}$" },
} as const satisfies Record<string, JsonSchema>;

/** Accepts any text or null; `readCard` refuses wrong values. */
const given = (schema: JsonSchema): FieldRule<string | null | undefined> => orNull(anyTextAs(schema));

/** The fields of a card in a request. */
const cardFields = {
  token: missingAs(given(cardSchemas.token), undefined),
  cardType: missingAs(given(cardSchemas.cardType), undefined),
  name: optional(given({ type: "string", maxLength: 100 })),
  networkType: optional(given(cardSchemas.networkType)),
  cryptogram: optional(given(cardSchemas.cryptogram)),
  tokenExpiry: optional(given(cardSchemas.tokenExpiry)),
  tokenPANSequenceNumber: optional(given(cardSchemas.tokenPANSequenceNumber)),
};

const { v1, "v1.2": v12 } = requestRefusals;

/** The refusals of an order to a card, beside those of the card itself. */
const refusals: ClassicRefusals = {
  ...v1,
  amount_too_small: refuse("422", "amount should be at least 1.0"),
  transfer_id_characters: v12.transfer_id_characters,
  transfer_id_exists: refuse("400", "Transfer Id already exists."),
};

const ofCards = {
  card_token_invalid: refusals.card_token_invalid,
  name_invalid: refuse("422", "Please provide a valid name"),
  network_invalid: refuse("422", "Please provide a valid networkType"),
  card_type_invalid: refuse("422", "cardType is invalid"),
} as const satisfies Record<CardProblem, Answer>;

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
  "fund_source_stopped",
  "account_limit_exceeded",
  "key_limit_exceeded",
  "key_draft_without_approver",
  "key_fund_source_not_allowed",
  "beneficiary_limit_exceeded",
  "beneficiary_not_allowed",
  "attempt_failed",
  "internal_error",
] as const satisfies readonly ClassicRefusal[];

export const cardPay = declareClassic({
  name: "cardpay",
  method: "POST",
  path: "/cardpay",
  versions: ["v1"],
  scope: "draft",
  tag: "Transfers",
  summary: "Pay to a card",
  description:
    "Takes a network token, never a card number: a token issued to you as token requestor, with the cryptogram " +
    "for this payment. An expired token is refused. The beneficiary's bank may take up to 48 hours to credit the " +
    "card.",
  body: {
    amount: refusing(amountRule(), amountCodes),
    transferId: refusing(orderIdRule, transferIdCodes),
    ...saidFields,
    ...cardFields,
  },
  order: ["amount:missing", "transferId:missing"],
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
    awaiting_approval: outcomeAnswers.awaiting_approval,
    queued: outcomeAnswers.queued,
    received: outcomeAnswers.received,
    ...repeatAnswers,
    ...ofCards,
    ...Object.fromEntries(CARD_REFUSALS.map((name) => [name, refusals[name]])),
  }),
  data: outcomeData,
  repeatable: true,
  breakdown: outcomeAnswers.received,
  notBegun,
  handle: async (call) => {
    const { amount, transferId, remarks, tag: _tag, rda: _rda, ...card } = call.input;
    const requestorId = call.caller.settings.tokenRequestorId;
    if (requestorId === null) return { answer: refusals.feature_not_available };
    const read = readCard(card);
    if (typeof read === "string") return { answer: ofCards[read] };
    const inline = { name: read.name, cardToken: { ...read.card, requestorId } };
    const order = {
      transferKey: transferId,
      amountPaise: amount,
      mode: "card",
      remarks,
      fundSourceId: null,
      processOn: null,
      priority: 0,
      payee: { inline },
    } as const;
    return placeOrder(call, order, { waits: true, refusals });
  },
});
