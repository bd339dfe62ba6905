/** The JSON schemas of the v2 API that several operations share. */
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

export const beneficiaryIdSchema: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: 50,
  pattern: "^[A-Za-z0-9_.|-]+$",
  description: "Your ID for the beneficiary: letters, digits, hyphens, underscores, pipes and dots.",
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
