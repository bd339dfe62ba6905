/** The JSON schemas of the v2 API that several operations share. */
import { PHONE_LENGTH_MAX, PHONE_PATTERN } from "#rails";
import type { JsonSchema } from "./operation.ts";

export const text = (maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  maxLength,
  ...(description === undefined ? {} : { description }),
});

const moment: JsonSchema = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
};

const instruments = {
  bank_account_number: {
    type: "string",
    maxLength: 25,
    pattern: "^[0-9A-Za-z]{4,25}$",
    description: "Requires `bank_ifsc`.",
  },
  bank_ifsc: { type: "string", maxLength: 11, pattern: "^[A-Za-z]{4}0[A-Za-z0-9]{6}$" },
  vpa: text(100, "UPI ID: letters, digits, dots and underscores; hyphens only before the @."),
} as const satisfies Record<string, JsonSchema>;

const card: JsonSchema = {
  type: "object",
  description: "A card by its network token, never by its number.",
  properties: {
    card_token: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9_-]{12,64}$" },
    card_type: { type: "string", enum: ["DEBIT", "CREDIT"], default: "CREDIT" },
    card_network_type: { type: "string", enum: ["VISA", "MASTERCARD"] },
    card_cryptogram: text(600, "Required for a token made of digits."),
    card_token_expiry: { type: "string", maxLength: 7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" },
    card_token_PAN_sequence_number: { type: "string", maxLength: 3, pattern: "^[0-9]{1,3}$" },
  },
  required: ["card_token"],
};

const contact: JsonSchema = {
  type: "object",
  properties: {
    beneficiary_email: text(200),
    beneficiary_phone: {
      type: "string",
      maxLength: PHONE_LENGTH_MAX,
      pattern: PHONE_PATTERN,
      description:
        "An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.",
    },
    beneficiary_country_code: { type: "string", enum: ["+91", "91"] },
    beneficiary_address: text(150),
    beneficiary_city: text(50),
    beneficiary_state: text(50),
    beneficiary_postal_code: { type: "string", maxLength: 6, pattern: "^[0-9]{6}$" },
  },
};

export const beneficiaryIdSchema: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: 50,
  pattern: "^[A-Za-z0-9_.|-]+$",
  description: "Your ID for the beneficiary: letters, digits, hyphens, underscores, pipes and dots.",
};

/** A beneficiary to be added. */
export const newBeneficiarySchema: JsonSchema = {
  type: "object",
  properties: {
    beneficiary_id: beneficiaryIdSchema,
    beneficiary_name: text(100),
    beneficiary_instrument_details: { type: "object", properties: instruments },
    beneficiary_contact_details: contact,
  },
  required: ["beneficiary_id", "beneficiary_name"],
};

/** A beneficiary in an answer: unknown fields are absent, and nothing is null. */
export const beneficiarySchema: JsonSchema = {
  type: "object",
  properties: {
    beneficiary_id: { type: "string" },
    beneficiary_name: { type: "string" },
    beneficiary_instrument_details: {
      type: "object",
      properties: {
        bank_account_number: { type: "string" },
        bank_ifsc: { type: "string" },
        ifsc: { type: "string", description: "The same as `bank_ifsc`." },
        vpa: { type: "string" },
      },
    },
    beneficiary_contact_details: {
      type: "object",
      properties: {
        beneficiary_email: { type: "string" },
        beneficiary_phone: { type: "string" },
        beneficiary_country_code: { type: "string" },
        beneficiary_address: { type: "string" },
        beneficiary_city: { type: "string" },
        beneficiary_state: { type: "string" },
        beneficiary_postal_code: { type: "string" },
      },
    },
    beneficiary_status: {
      type: "string",
      enum: ["VERIFIED", "INVALID", "INITIATED", "DELETED"],
      description: "INITIATED until it is approved; it cannot be paid before.",
    },
    added_on: moment,
  },
  required: [
    "beneficiary_id",
    "beneficiary_name",
    "beneficiary_instrument_details",
    "beneficiary_contact_details",
    "beneficiary_status",
    "added_on",
  ],
};

/** An order to pay. */
export const orderSchema: JsonSchema = {
  type: "object",
  properties: {
    transfer_id: {
      type: "string",
      minLength: 1,
      maxLength: 40,
      pattern: "^[A-Za-z0-9_-]+$",
      description: "Your ID for the transfer. The same ID always means the same transfer.",
    },
    transfer_amount: {
      type: "number",
      minimum: 1,
      description: "Rupees, at most two decimals; a number.",
    },
    transfer_currency: { type: "string", enum: ["INR"], default: "INR" },
    transfer_mode: {
      type: "string",
      enum: ["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"],
      default: "banktransfer",
    },
    beneficiary_details: {
      type: "object",
      description: "The `beneficiary_id` of a beneficiary, or the name and details of the payee.",
      properties: {
        beneficiary_id: beneficiaryIdSchema,
        beneficiary_name: text(100),
        beneficiary_instrument_details: {
          type: "object",
          properties: { ...instruments, card_details: card },
        },
        beneficiary_contact_details: contact,
      },
    },
    transfer_remarks: { type: "string", maxLength: 70, pattern: "^[A-Za-z0-9\\s]*$" },
    fundsource_id: text(
      100,
      "The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund " +
        "source.",
    ),
  },
  required: ["transfer_id", "transfer_amount", "beneficiary_details"],
};

/** A transfer in an answer: fields that are not known yet are absent, and nothing is null. */
export const transferSchema: JsonSchema = {
  type: "object",
  properties: {
    transfer_id: { type: "string" },
    cf_transfer_id: { type: "string", pattern: "^[0-9]*$", description: "Our ID of the transfer." },
    status: {
      type: "string",
      enum: [
        "RECEIVED",
        "APPROVAL_PENDING",
        "QUEUED",
        "PENDING",
        "SUCCESS",
        "FAILED",
        "REJECTED",
        "REVERSED",
      ],
    },
    status_code: {
      type: "string",
      description:
        "With SUCCESS: SENT_TO_BENEFICIARY, then COMPLETED once the beneficiary's bank has credited the money.",
    },
    status_description: { type: "string" },
    beneficiary_details: {
      type: "object",
      properties: {
        beneficiary_id: { type: "string" },
        beneficiary_instrument_details: {
          type: "object",
          properties: {
            bank_account_number: { type: "string" },
            bank_ifsc: { type: "string" },
            ifsc: { type: "string", description: "The same as `bank_ifsc`." },
            vpa: { type: "string" },
          },
        },
      },
    },
    transfer_amount: { type: "number" },
    transfer_service_charge: { type: "number", description: "With SUCCESS." },
    transfer_service_tax: { type: "number", description: "With SUCCESS." },
    transfer_mode: { type: "string", enum: ["BANK", "UPI", "PAYTM", "AMAZONPAY", "CARD"] },
    transfer_utr: { type: "string", description: "The bank's reference, once the transfer is paid." },
    fundsource_id: { type: "string" },
    added_on: moment,
    updated_on: moment,
  },
  required: [
    "transfer_id",
    "status",
    "status_code",
    "status_description",
    "beneficiary_details",
    "transfer_amount",
    "added_on",
    "updated_on",
  ],
};
