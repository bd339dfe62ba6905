import type { JsonSchema } from "./operation.ts";

/** The fields of a card, as the contract publishes them; `readCard` validates them. */
export const cardSchemas = {
  token: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9_-]{12,64}$" },
  cardType: { type: "string", enum: ["DEBIT", "CREDIT"] },
  networkType: { type: "string", enum: ["VISA", "MASTERCARD"] },
  cryptogram: { type: "string", maxLength: 600, description: "Required for a token made of digits." },
  tokenExpiry: { type: "string", maxLength: 7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" },
  tokenPANSequenceNumber: { type: "string", maxLength: 3, pattern: "^[0-9]{1,3}$" },
} as const satisfies Record<string, JsonSchema>;
