import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listEndpoints, readEndpointHealth, V2_TYPES } from "#webhooks";
import { endpoint, eventTypes } from "./schemas.ts";

/** At most ten. With them go the events that there are. */
export const listWebhookEndpoints = memberOperation({
  name: "listWebhookEndpoints",
  method: "GET",
  path: "/merchants/{merchantId}/webhook-endpoints",
  tag: "Developers",
  summary: "List the webhook endpoints with their outcomes in the last 24 hours",
  permission: "access_transfers",
  output: Type.Object({
    items: Type.Array(endpoint),
    events: Type.Array(Type.Object({ eventType: Type.String(), inV2: Type.Boolean() })),
  }),
  handle: async ({ ctx, merchantId }) => {
    const [endpoints, health] = await Promise.all([
      listEndpoints(ctx, merchantId),
      readEndpointHealth(ctx, merchantId),
    ]);
    const items = endpoints.map((one) => {
      const { delivered = 0, failing = 0, p95Ms = null, lastAt = null } = health.get(one.endpointId) ?? {};
      return { ...one, delivered, failing, p95Ms, lastAt };
    });
    return {
      items,
      events: eventTypes.map((eventType) => ({ eventType, inV2: V2_TYPES.includes(eventType) })),
    };
  },
});
