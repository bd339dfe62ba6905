/** The fields of a transfer as the reading calls publish them. */
import { TRANSFER_REASONS } from "#rails";
import type { JsonSchema } from "./operation.ts";
import { matchSchemas } from "./validation-fields.ts";

const text: JsonSchema = { type: "string" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
  description: "Indian time; `0000-00-00 00:00:00` until it happens.",
};

const common = {
  referenceId: { type: "string", pattern: "^[0-9]+$" },
  bankAccount: text,
  beneId: { type: "string", description: "Empty for a direct transfer." },
  amount: { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" },
  status: {
    type: "string",
    enum: ["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"],
  },
  utr: text,
  addedOn: moment,
  processedOn: moment,
  acknowledged: { type: "integer", enum: [0, 1] },
} as const satisfies Record<string, JsonSchema>;

const reasons = {
  reason: {
    type: "string",
    enum: [...TRANSFER_REASONS],
    description: "Why the transfer was not paid, or was reversed.",
  },
  description: {
    type: "string",
    description:
      "With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a transfer " +
      "that had failed, and what to do. An extension of the classic contract.",
  },
} as const satisfies Record<string, JsonSchema>;

export const transferRowSchema: JsonSchema = {
  type: "object",
  properties: { ...common, ...reasons },
  required: Object.keys(common),
};

export const transferSchema: JsonSchema = {
  type: "object",
  properties: {
    transferId: text,
    ...common,
    ifsc: text,
    ...reasons,
    transferMode: { type: "string", enum: ["BANK", "UPI", "PAYTM", "AMAZONPAY", "CARD", "phone"] },
    ...matchSchemas,
    vpa: text,
    phone: { type: "string", description: "In v1.2." },
    paymentInstrumentId: { type: "string", description: "The fund source that pays; in v1.2." },
  },
  required: [
    "transferId",
    "referenceId",
    "beneId",
    "amount",
    "status",
    "addedOn",
    "processedOn",
    "transferMode",
    "acknowledged",
  ],
};
