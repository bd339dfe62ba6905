import { AccessError, readApiClient } from "#access";
import { requestKeyReset } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { announceAlone } from "#entry";
import { Refusal, text } from "#http";
import { keyRefusals } from "./refusals.ts";
import { keysOrRequest, toKeysOrRequest } from "./schemas.ts";

/** A new secret, or a request for approval. The client ID is typed to confirm which keys are meant. */
export const resetApiKeys = memberOperation({
  name: "resetApiKeys",
  method: "POST",
  path: "/merchants/{merchantId}/api-keys/reset",
  tag: "Developers",
  summary: "Reset the API keys: the old secret and all tokens stop working at once",
  permission: "manage_keys",
  stepUp: true,
  body: { clientId: text({ max: 100, cards: "let_pass" }) },
  output: keysOrRequest,
  refusals: {
    ...keyRefusals,
    other_client_id: { status: 422, message: "That is not the client id of these keys." },
    already_open: { status: 409, message: "A reset is already waiting for approval." },
  },
  handle: async ({ ctx, merchantId, session, by, input }) => {
    const client = await ctx.db.inMerchant(merchantId, readApiClient);
    if (client === null) throw AccessError.api_client_not_found({ merchantId });
    if (client.clientId !== input.clientId.trim())
      throw new Refusal("other_client_id", { field: "clientId" });
    const asked = toKeysOrRequest(await requestKeyReset(ctx, merchantId, { by }));
    await announceAlone(ctx, session, { ...asked, what: "a reset of the API keys" });
    return asked;
  },
});
