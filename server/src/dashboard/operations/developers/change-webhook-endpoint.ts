import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { flag, id, listOf, optional, text } from "#http";
import { changeEndpoint, disableEndpoint, enableEndpoint } from "#webhooks";
import { endpointRefusals, eventRefusals } from "./refusals.ts";

/** Which events an endpoint gets, and whether it gets any. */
export const changeWebhookEndpoint = memberOperation({
  name: "changeWebhookEndpoint",
  method: "PATCH",
  path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}",
  tag: "Developers",
  summary: "Choose an endpoint's events, enable or disable it",
  permission: "manage_webhooks",
  pathFields: { endpointId: id() },
  body: {
    allEvents: optional(flag()),
    eventTypes: optional(listOf(text({ max: 50 }), { min: 1, max: 50 })),
    enabled: optional(flag()),
  },
  output: Type.Object({
    /** Of an endpoint that was enabled: since when it had been disabled, for a replay of what it missed. */
    disabledAt: nullable(Type.String({ format: "date-time" })),
  }),
  refusals: { ...endpointRefusals, ...eventRefusals },
  handle: async ({ ctx, merchantId, by, input: { endpointId, allEvents, eventTypes, enabled } }) => {
    if (allEvents === true || eventTypes !== undefined) {
      const chosen = allEvents === true ? null : eventTypes!;
      await changeEndpoint(ctx, merchantId, { endpointId, eventTypes: chosen, by });
    }
    if (enabled === true) return enableEndpoint(ctx, merchantId, { endpointId, by });
    if (enabled === false) await disableEndpoint(ctx, merchantId, { endpointId, by });
    return { disabledAt: null };
  },
});
