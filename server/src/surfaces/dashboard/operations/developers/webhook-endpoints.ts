/** The endpoints that get webhooks. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import { nullable, words } from "#dashboard/schemas";
import { flag, id, listOf, oneOf, optional, prose, Refusal, text, whole, withDefault } from "#http";
import {
  addEndpoint,
  changeEndpoint,
  diagnoseSignature,
  disableEndpoint,
  enableEndpoint,
  FORMATS,
  listEndpoints,
  MISTAKES,
  readEndpointHealth,
  removeEndpoint,
  rotateSecret,
  SCHEMES,
  sendTestEvent,
  V2_TYPES,
} from "#webhooks";
import { enabledRefusals, endpointRefusals, eventRefusals, targetRefusals } from "./api-keys.ts";
import { endpoint, eventTypes, headersOf, tested } from "./schemas.ts";

const operation = resource({ at: "", tag: "Developers", permission: "manage_webhooks" });

/** Lists all endpoints, at most ten, and all types of events. */
export const listWebhookEndpoints = operation({
  name: "listWebhookEndpoints",
  method: "GET",
  path: "/webhook-endpoints",
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

/** Adds an endpoint, which gets events from then on. */
export const addWebhookEndpoint = operation({
  name: "addWebhookEndpoint",
  method: "POST",
  path: "/webhook-endpoints",
  summary: "Add a webhook endpoint; its own secret is shown only once",
  stepUp: true,
  body: {
    url: text({ max: 2048 }),
    format: oneOf(FORMATS),
    /** If absent, the endpoint gets all events of its format. */
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

export const changeWebhookEndpoint = operation({
  name: "changeWebhookEndpoint",
  method: "PATCH",
  path: "/webhook-endpoints/{endpointId}",
  summary: "Choose an endpoint's events, enable or disable it",
  pathFields: { endpointId: id() },
  body: {
    allEvents: optional(flag()),
    eventTypes: optional(listOf(text({ max: 50 }), { min: 1, max: 50 })),
    enabled: optional(flag()),
  },
  output: Type.Object({
    /** The time since which an endpoint that is enabled now was disabled, for a replay of what it missed. */
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

/** Removes an endpoint for good. Its deliveries stay listed. */
export const removeWebhookEndpoint = operation({
  name: "removeWebhookEndpoint",
  method: "DELETE",
  path: "/webhook-endpoints/{endpointId}",
  summary: "Remove a webhook endpoint",
  stepUp: true,
  pathFields: { endpointId: id() },
  output: Type.Object({ endpointId: Type.String() }),
  refusals: endpointRefusals,
  handle: async ({ ctx, merchantId, by, input: { endpointId } }) => {
    await removeEndpoint(ctx, merchantId, { endpointId, by });
    return { endpointId };
  },
});

/** Gives an endpoint a new Standard Webhooks secret. */
export const rotateWebhookSecret = operation({
  name: "rotateWebhookSecret",
  method: "POST",
  path: "/webhook-endpoints/{endpointId}/secret",
  summary: "Rotate an endpoint's own secret; the new one is shown only once",
  stepUp: true,
  pathFields: { endpointId: id() },
  /** The old secret also signs for these hours. 0 is for a secret that has leaked. */
  body: { overlapHours: withDefault(whole({ min: 0, max: 168 }), 24) },
  output: Type.Object({ secret: Type.String() }),
  refusals: endpointRefusals,
  handle: ({ ctx, merchantId, by, input }) => rotateSecret(ctx, merchantId, { ...input, by }),
});

/** Sends a signed ping to an endpoint, or to an address before it is added. Nothing is recorded. */
export const testWebhook = operation({
  name: "testWebhook",
  method: "POST",
  path: "/webhook-tests",
  summary: "Send a signed test event and show the request, the answer and the verdict",
  body: {
    endpointId: optional(id()),
    url: optional(text({ max: 2048 })),
    format: withDefault(oneOf(FORMATS), "classic_form"),
  },
  output: tested,
  refusals: {
    ...enabledRefusals,
    ...targetRefusals,
    target_missing: { status: 422, message: "Say where the test goes: an endpoint or an address." },
  },
  handle: ({ ctx, merchantId, input: { endpointId, url, format } }) => {
    if (endpointId === undefined && url === undefined) throw new Refusal("target_missing", { field: "url" });
    return sendTestEvent(ctx, merchantId, endpointId === undefined ? { url: url!, format } : { endpointId });
  },
  show: ({ request: { body, headers }, url, status, ...result }) => ({
    ...result,
    httpStatus: status,
    request: { url, body, headers: headersOf(headers) },
  }),
});

const VERDICTS = ["right", "old_secret", "clock_skew", "different", ...MISTAKES] as const;

/** Explains why a signature does not verify: it returns the base string and the mistake. */
export const checkWebhookSignature = operation({
  name: "checkWebhookSignature",
  method: "POST",
  path: "/webhook-signatures",
  summary: "Check a webhook's signature and name the mistake behind a wrong one",
  body: {
    endpointId: id(),
    scheme: optional(oneOf(SCHEMES)),
    body: prose({ max: 65_536, cards: "let_pass" }),
    signature: text({ max: 2_000, cards: "let_pass" }),
    timestamp: optional(text({ max: 30, cards: "let_pass" })),
    webhookId: optional(text({ max: 100, cards: "let_pass" })),
  },
  output: Type.Object({
    scheme: words(SCHEMES),
    verdict: words(VERDICTS),
    baseString: Type.String(),
    skewSeconds: nullable(Type.Integer()),
  }),
  refusals: { ...endpointRefusals, api_key_missing: targetRefusals.api_key_missing },
  handle: ({ ctx, merchantId, input }) => diagnoseSignature(ctx, merchantId, input),
});
