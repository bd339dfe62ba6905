/** Fields that the three transfer calls publish alike: the order, the data of the answer, and examples. */
import { PRIORITY_MAX, PROCESS_ON_DAYS_MAX } from "#transfers";
import type { DataShape, FieldShapes, JsonSchema, Version } from "./operation.ts";

/** The limit for the id of a fund source. */
export const FUND_SOURCE_ID_LENGTH_MAX = 100;
/** The limit for an amount as text: thirteen digits, a point and two more digits. */
export const AMOUNT_LENGTH_MAX = 16;
/** The limit for an account number given with an order or a validation. */
export const ACCOUNT_LENGTH_MAX = 40;

export const fundSourceSchema: JsonSchema = {
  type: "string",
  maxLength: FUND_SOURCE_ID_LENGTH_MAX,
  description:
    "The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund " +
    "source.",
};

export const amountSchema: JsonSchema = {
  description: "Rupees, at least 1.00, at most two decimals; a string or a number.",
  anyOf: [
    { type: "string", maxLength: AMOUNT_LENGTH_MAX, pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$" },
    { type: "number", minimum: 1 },
  ],
};

/** The fields of an order except the payee. */
export const orderFields: FieldShapes = {
  amount: { schema: amountSchema, required: true },
  transferId: {
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 40,
      pattern: "^[A-Za-z0-9_-]+$",
      description: "Your ID for the transfer. The same ID always means the same transfer.",
    },
    required: true,
  },
  remarks: { schema: { type: "string", maxLength: 70, pattern: "^[A-Za-z0-9\\s]*$" } },
  paymentInstrumentId: {
    schema: fundSourceSchema,
    versions: ["v1.2"],
  },
  processOn: {
    schema: {
      type: "string",
      maxLength: 19,
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
      description:
        `Do not send before this time (Indian time); at most ${PROCESS_ON_DAYS_MAX} days ahead. ` +
        "An extension of the classic contract.",
    },
    versions: ["v1.2"],
  },
  priority: {
    schema: {
      type: "integer",
      minimum: -PRIORITY_MAX,
      maximum: PRIORITY_MAX,
      default: 0,
      description:
        "When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of the " +
        "contract.",
    },
    versions: ["v1.2"],
  },
};

export const transferModeSchema: JsonSchema = {
  type: "string",
  enum: ["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"],
  description: "With `banktransfer` we choose between IMPS, NEFT and RTGS.",
};

/** The schema for calls that can also pay to a phone number. */
export const payableModeSchema: JsonSchema = {
  ...transferModeSchema,
  enum: [...(transferModeSchema["enum"] as string[]), "phone"],
  description:
    "With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID most recently " +
    "linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.",
};

const referenceId: JsonSchema = {
  type: "string",
  pattern: "^[0-9]+$",
  description: "Our ID of the transfer.",
};

const waiting = { referenceId: "10023", utr: "", acknowledged: 0 };

export const outcomeData: DataShape = {
  schema: {
    type: "object",
    properties: {
      referenceId,
      utr: { type: "string", description: "The bank's reference, once the transfer is paid." },
      acknowledged: {
        type: "integer",
        enum: [0, 1],
        description: "1 once the beneficiary's bank has credited the money.",
      },
      reason: {
        type: "string",
        description: "For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.",
      },
      description: {
        type: "string",
        description: "With `reason`: what happened to the money, and what to do.",
      },
    },
    required: ["referenceId", "utr", "acknowledged"],
  },
  examples: {
    completed: { referenceId: "10023", utr: "632512345678", acknowledged: 1 },
    awaiting_confirmation: waiting,
    pending_at_bank: waiting,
    awaiting_approval: waiting,
    queued: waiting,
    scheduled: waiting,
  },
};

export const acceptanceData: DataShape = {
  schema: { type: "object", properties: { referenceId }, required: ["referenceId"] },
  examples: { initiated: { referenceId: "10023" }, scheduled: { referenceId: "10023" } },
};

/** An example of an order to a listed beneficiary. */
export const orderExample = (version: Version): Readonly<Record<string, unknown>> => ({
  beneId: "JOHN18011",
  amount: "100.00",
  transferId: "INV_2026_0001",
  transferMode: "banktransfer",
  remarks: "Invoice 1",
  ...(version === "v1.2" ? { paymentInstrumentId: "WALLET_1" } : {}),
});
