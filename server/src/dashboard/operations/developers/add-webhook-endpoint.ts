import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listOf, oneOf, optional, text } from "#http";
import { addEndpoint, FORMATS } from "#webhooks";
import { eventRefusals, targetRefusals } from "./refusals.ts";

/** An address that gets events from now on. */
export const addWebhookEndpoint = memberOperation({
  name: "addWebhookEndpoint",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-endpoints",
  tag: "Developers",
  summary: "Add a webhook endpoint; its own secret is shown only once",
  permission: "manage_webhooks",
  stepUp: true,
  body: {
    url: text({ max: 2048 }),
    format: oneOf(FORMATS),
    /** Absent: all events that the format has. */
    eventTypes: optional(listOf(text({ max: 50 }), { min: 1, max: 50 })),
  },
  output: Type.Object({ endpointId: Type.String(), url: Type.String(), secret: Type.String() }),
  status: 201,
  refusals: {
    ...targetRefusals,
    ...eventRefusals,
    endpoint_exists: { status: 409, message: "This address already receives webhooks in this format." },
    endpoints_too_many: { status: 409, message: "There can be at most ten endpoints." },
  },
  handle: ({ ctx, merchantId, by, input: { url, format, eventTypes = null } }) =>
    addEndpoint(ctx, merchantId, { url, format, eventTypes, by }),
});
