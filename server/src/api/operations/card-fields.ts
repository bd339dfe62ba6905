import { missingAs, optional, type Rule } from "#http";
import { anyTextAs, orNull } from "./classic-rules.ts";
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

/** `readCard` refuses in its turn what is no text. */
const given = (schema: JsonSchema): Rule<string | null | undefined> => orNull(anyTextAs(schema));

/** The fields of a card in a request. */
export const cardFields = {
  token: missingAs(given(cardSchemas.token), undefined),
  cardType: missingAs(given(cardSchemas.cardType), undefined),
  name: optional(given({ type: "string", maxLength: 100 })),
  networkType: optional(given(cardSchemas.networkType)),
  cryptogram: optional(given(cardSchemas.cryptogram)),
  tokenExpiry: optional(given(cardSchemas.tokenExpiry)),
  tokenPANSequenceNumber: optional(given(cardSchemas.tokenPANSequenceNumber)),
};
