/** Fields that the calls of links (Flowgram; `cashgram` in the API) read and publish alike. */
import type { LinkView } from "#links";
import { type Fields, readField } from "./fields.ts";
import type { JsonSchema } from "./operation.ts";

export const cashgramIdSchema: JsonSchema = {
  type: "string",
  maxLength: 35,
  pattern: "^[A-Za-z0-9_-]{1,35}$",
  description: "Your ID for the link: at most 35 letters, digits, hyphens and underscores.",
};

export const flagSchema = (description: string): JsonSchema => ({
  description,
  anyOf: [
    { type: "integer", enum: [0, 1] },
    { type: "string", enum: ["0", "1"] },
  ],
});

/** Reads a flag, 0 or 1 as a number or as text; false if absent, null if it is neither. */
export function readFlag(fields: Fields, name: string): boolean | null {
  const value = readField(fields, name) ?? 0;
  if (value === 0 || value === "0") return false;
  return value === 1 || value === "1" ? true : null;
}

export const statusDataSchema: JsonSchema = {
  type: "object",
  properties: {
    cashgramStatus: {
      type: "string",
      enum: ["ACTIVE", "EXPIRED", "PENDING", "FAILED", "REDEEMED", "REVERSED"],
      description:
        "`FAILED`: the last claim was not paid; the payee can enter other details until the link expires. `EXPIRED` " +
        "also covers a link that was deactivated or blocked: see `reason`.",
    },
    reason: { type: "string", description: "Why it is FAILED or EXPIRED." },
    referenceId: { type: "integer", minimum: 1 },
    cashgramId: { type: "string" },
    cashgramLink: { type: "string", format: "uri" },
    redeemRefId: { type: "integer", minimum: 1, description: "Our ID of the transfer that paid the link." },
    utr: { type: "string" },
  },
  required: ["cashgramStatus", "referenceId", "cashgramId", "cashgramLink"],
};

export const statusExample = {
  cashgramStatus: "REDEEMED",
  referenceId: 10023,
  cashgramId: "REFUND_2026_0001",
  cashgramLink: "https://payouts.example.com/pay/AZoAAAAAcACAAAAAAAAAATo5x1bYw8b2n0J4fQh7s3dXkZ6u",
  redeemRefId: 10117,
  utr: "632512345678",
};

/** Writes the data of getCashgramStatus. */
export function writeCashgram(view: LinkView): Readonly<Record<string, unknown>> {
  const { linkKey, referenceId, status, reason, address, paidReferenceId, utr } = view;
  return {
    cashgramStatus: status,
    ...(reason === null ? {} : { reason }),
    referenceId: Number(referenceId),
    cashgramId: linkKey,
    cashgramLink: address,
    ...(paidReferenceId === null ? {} : { redeemRefId: Number(paidReferenceId) }),
    ...(utr === null ? {} : { utr }),
  };
}
