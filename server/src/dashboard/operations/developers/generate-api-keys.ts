import { createApiClient } from "#access";
import { memberOperation } from "#dashboard/operation";
import { issuedKeys } from "./schemas.ts";

/** The first key pair of a merchant; there is one at most. */
export const generateApiKeys = memberOperation({
  name: "generateApiKeys",
  method: "POST",
  path: "/merchants/{merchantId}/api-keys",
  tag: "Developers",
  summary: "Generate the API keys; the secret is shown only once",
  permission: "manage_keys",
  stepUp: true,
  output: issuedKeys,
  refusals: {
    api_client_exists: { status: 409, message: "There are API keys already. Reset them instead." },
  },
  handle: ({ ctx, merchantId, by }) => createApiClient(ctx, merchantId, { name: "API keys", by }),
});
