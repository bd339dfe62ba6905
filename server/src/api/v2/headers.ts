import { KEY_DESCRIPTION, keySchema } from "#idempotency";
import type { JsonSchema } from "./operation.ts";
import { API_VERSION } from "./send.ts";

/** The headers that a call may bring. */
export const HEADERS = {
  "x-client-id": { type: "string", maxLength: 100 },
  "x-client-secret": { type: "string", maxLength: 200 },
  "x-cf-signature": {
    type: "string",
    maxLength: 1_000,
    description: "Required when your IP address is not on the allowlist, as with authorize.",
  },
  "x-api-version": { type: "string", maxLength: 40, default: API_VERSION },
  "x-idempotency-key": {
    ...keySchema,
    description: KEY_DESCRIPTION,
  },
} as const satisfies Record<string, JsonSchema>;
