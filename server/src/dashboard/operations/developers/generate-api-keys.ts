import { requestKeyReset } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { announceAlone } from "#entry";
import { keysOrRequest, toKeysOrRequest } from "./schemas.ts";

/** The first key pair of a merchant, or a request for approval of it; there is one pair at most. */
export const generateApiKeys = memberOperation({
  name: "generateApiKeys",
  method: "POST",
  path: "/merchants/{merchantId}/api-keys",
  tag: "Developers",
  summary: "Generate the API keys, or ask for approval of it; the secret is shown only once",
  permission: "manage_keys",
  stepUp: true,
  output: keysOrRequest,
  refusals: {
    api_client_exists: { status: 409, message: "There are API keys already. Reset them instead." },
    already_open: { status: 409, message: "New API keys are already waiting for approval." },
  },
  handle: async ({ ctx, merchantId, session, by }) => {
    const asked = toKeysOrRequest(await requestKeyReset(ctx, merchantId, { by, first: true }));
    await announceAlone(ctx, session, { ...asked, what: "new API keys" });
    return asked;
  },
});
