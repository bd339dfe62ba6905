import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { removeEndpoint } from "#webhooks";
import { endpointRefusals } from "./refusals.ts";

/** For good; what it was sent stays listed. */
export const removeWebhookEndpoint = memberOperation({
  name: "removeWebhookEndpoint",
  method: "DELETE",
  path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}",
  tag: "Developers",
  summary: "Remove a webhook endpoint",
  permission: "manage_webhooks",
  stepUp: true,
  pathFields: { endpointId: id() },
  output: Type.Object({ endpointId: Type.String() }),
  refusals: endpointRefusals,
  handle: async ({ ctx, merchantId, by, input: { endpointId } }) => {
    await removeEndpoint(ctx, merchantId, { endpointId, by });
    return { endpointId };
  },
});
