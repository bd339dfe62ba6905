import { completeKeyReset } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { keyRefusals } from "./refusals.ts";
import { issuedKeys } from "./schemas.ts";

/** An approved reset; only the member who asked for it sees the secret. */
export const completeApiKeyReset = memberOperation({
  name: "completeApiKeyReset",
  method: "POST",
  path: "/merchants/{merchantId}/api-keys/reset/{requestId}",
  tag: "Developers",
  summary: "Complete an approved reset; the secret is shown only once",
  permission: "manage_keys",
  stepUp: true,
  pathFields: { requestId: id() },
  output: issuedKeys,
  refusals: {
    ...keyRefusals,
    not_found: { status: 404, message: "This request does not exist." },
    not_approved: { status: 409, message: "The reset is not approved." },
    approvals_lapsed: { status: 409, message: "An approval no longer counts. Ask again." },
    already_released: { status: 409, message: "The reset has already been done." },
    content_changed: { status: 409, message: "The keys were reset in the meantime." },
    not_the_maker: { status: 403, message: "Only the member who asked for the reset can do it." },
    api_client_changed: { status: 409, message: "The keys were reset in the meantime." },
  },
  handle: ({ ctx, merchantId, by, input: { requestId } }) =>
    completeKeyReset(ctx, merchantId, { requestId, by }),
});
