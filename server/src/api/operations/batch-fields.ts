/** The fields of a batch and of its rows, as the contract publishes them. */
import { FIELD_LENGTHS, FORMAT_NAMES, FORMATS, CALL_ROWS_MAX } from "#batches";
import { cardSchemas } from "./card-fields.ts";
import type { DataShape, FieldShapes, JsonSchema, Version } from "./operation.ts";
import { amountSchema, fundSourceSchema, transferModeSchema } from "./order-fields.ts";

const text = (maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  maxLength,
  ...(description === undefined ? {} : { description }),
});

/** The formats in which a batch of transfers may be given. */
export const TRANSFER_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].kind === "transfers");

const rowSchema: JsonSchema = {
  type: "object",
  description:
    "BENEFICIARY_ID requires `beneId`; BANK_ACCOUNT requires `bankAccount`, `ifsc`, `name`, `email` and `phone`; " +
    "UPI requires `vpa` in place of the account; PAYTM and AMAZONPAY require `name`, `email` and `phone`; CARD " +
    "requires `token` and `cardType`, by the rules of cardpay.",
  properties: {
    transferId: text(
      FIELD_LENGTHS.transferId,
      "Your ID for the transfer: letters, digits, hyphens and underscores.",
    ),
    amount: amountSchema,
    transferMode: transferModeSchema,
    remarks: text(FIELD_LENGTHS.remarks, "Letters, digits and spaces."),
    beneId: text(FIELD_LENGTHS.beneId),
    name: text(FIELD_LENGTHS.name),
    email: text(FIELD_LENGTHS.email),
    phone: text(
      FIELD_LENGTHS.phone,
      "8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.",
    ),
    bankAccount: text(FIELD_LENGTHS.bankAccount),
    ifsc: text(FIELD_LENGTHS.ifsc),
    vpa: text(FIELD_LENGTHS.vpa),
    ...cardSchemas,
  },
  required: ["transferId", "amount"],
};

const flag: JsonSchema = {
  description:
    "1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on " +
    "BENEFICIARY_ID and CARD.",
  anyOf: [
    { type: "integer", enum: [0, 1] },
    { type: "string", enum: ["0", "1"] },
  ],
};

/** The body of requestBatchTransfer. */
export const batchBody: FieldShapes = {
  batchTransferId: {
    schema: { type: "string", minLength: 1, maxLength: 60, pattern: "^[A-Za-z0-9_]+$" },
    required: true,
  },
  batchFormat: { schema: { type: "string", enum: TRANSFER_FORMATS }, required: true },
  deleteBene: { schema: flag },
  paymentInstrumentId: {
    schema: fundSourceSchema,
    versions: ["v1.2"],
  },
  batch: {
    schema: { type: "array", maxItems: CALL_ROWS_MAX, items: rowSchema, description: "1 to 500 rows." },
    required: true,
  },
};

export const batchExample = (version: Version): Readonly<Record<string, unknown>> => ({
  batchTransferId: "SALARIES_2026_11",
  batchFormat: "BANK_ACCOUNT",
  deleteBene: 1,
  ...(version === "v1.2" ? { paymentInstrumentId: "WALLET_1" } : {}),
  batch: [
    {
      transferId: "SALARY_2026_11_001",
      amount: "12.00",
      phone: "9999999999",
      bankAccount: "00011020001772",
      ifsc: "HDFC0000001",
      email: "asha@example.com",
      name: "Asha Rao",
    },
  ],
});

/** Within 32 bits, since typed clients read it into an int. */
const batchReferenceId: JsonSchema = { type: "integer", minimum: 0, maximum: 2_147_483_647 };

export const batchAcceptanceData: DataShape = {
  schema: {
    type: "object",
    properties: { referenceId: batchReferenceId },
    required: ["referenceId"],
  },
  examples: { accepted: { referenceId: 1594 }, received: { referenceId: 1594 } },
};

const moment: JsonSchema = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
  description: "Indian time; `0000-00-00 00:00:00` until it happens.",
};

const statusRowProperties = {
  transferId: { type: "string" },
  beneId: { type: "string" },
  referenceId: { ...batchReferenceId, description: "0 until there is a transfer." },
  bankAccount: { type: "string" },
  ifsc: { type: "string" },
  amount: { type: "string" },
  remarks: { type: "string" },
  status: {
    type: "string",
    enum: ["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"],
  },
  utr: { type: "string" },
  addedOn: moment,
  processedOn: moment,
  failureReason: { type: "string", description: "Why the row was rejected, failed or was reversed." },
  description: {
    type: "string",
    description: "For a row that failed and was paid later: what happened to the money, and what to do.",
  },
} as const satisfies Record<string, JsonSchema>;

export const batchStatusData: DataShape = {
  schema: {
    type: "object",
    properties: {
      rowCount: { type: "integer", minimum: 1 },
      referenceId: batchReferenceId,
      paymentInstrumentId: { type: "string", description: "The fund source that pays; in v1.2." },
      transfers: {
        type: "array",
        items: {
          type: "object",
          properties: statusRowProperties,
          required: Object.keys(statusRowProperties).filter(
            (name) => name !== "failureReason" && name !== "description",
          ),
        },
      },
    },
    required: ["rowCount", "referenceId", "transfers"],
  },
  examples: {
    found: {
      rowCount: 1,
      referenceId: 1594,
      transfers: [
        {
          transferId: "SALARY_2026_11_001",
          beneId: "9999999999_1636419207",
          referenceId: 10023,
          bankAccount: "00011020001772",
          ifsc: "HDFC0000001",
          amount: "12.00",
          remarks: "",
          status: "SUCCESS",
          utr: "632512345678",
          addedOn: "2026-11-21 11:43:20",
          processedOn: "2026-11-21 11:43:21",
        },
      ],
    },
  },
};
