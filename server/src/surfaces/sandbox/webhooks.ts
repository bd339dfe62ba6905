/** Webhook endpoints of a sandbox merchant, their deliveries and replays. */
import Type from "typebox";
import { id, optional, type FieldRule, withDefault } from "#http";
import {
  addEndpoint,
  enableEndpoint,
  FORMATS,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replayEvents,
  rotateSecret,
  sendTestEvent,
} from "#webhooks";
import { choice, looseMoment, sandboxOperation, word, WORD_MAX } from "./operation.ts";

const URL_MAX = 2_048;
const TYPES_MAX = 100;

/** Names of events; `addEndpoint` checks that they exist. */
const eventTypes: FieldRule<string[]> = {
  schema: Type.Array(Type.String({ maxLength: WORD_MAX }), { maxItems: TYPES_MAX }),
  says: "is not a list of texts",
  lengthMax: TYPES_MAX,
  read: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === "string") ? { value } : { problem: "wrong" },
};

const pathFields = { endpointId: id() };

export const webhookControls = [
  sandboxOperation({
    name: "listWebhookEndpoints",
    method: "GET",
    path: "/webhook-endpoints",
    summary: "List the webhook endpoints",
    handle: async ({ ctx, merchantId }) => ({ endpoints: await listEndpoints(ctx, merchantId) }),
  }),
  sandboxOperation({
    name: "addWebhookEndpoint",
    method: "POST",
    path: "/webhook-endpoints",
    summary: "Add a webhook endpoint",
    body: {
      url: word({ max: URL_MAX }),
      format: withDefault(choice(FORMATS), "classic_form"),
      eventTypes: optional(eventTypes),
    },
    handle: ({ ctx, merchantId, input: { url, format, eventTypes: types = null } }) =>
      addEndpoint(ctx, merchantId, { url, format, eventTypes: types }),
  }),
  sandboxOperation({
    name: "removeWebhookEndpoint",
    method: "DELETE",
    path: "/webhook-endpoints/{endpointId}",
    summary: "Remove a webhook endpoint",
    pathFields,
    handle: async ({ ctx, merchantId, input }) => {
      await removeEndpoint(ctx, merchantId, input);
      return { removed: true };
    },
  }),
  sandboxOperation({
    name: "enableWebhookEndpoint",
    method: "POST",
    path: "/webhook-endpoints/{endpointId}/enable",
    summary: "Re-enable a webhook endpoint",
    pathFields,
    handle: ({ ctx, merchantId, input }) => enableEndpoint(ctx, merchantId, input),
  }),
  sandboxOperation({
    name: "rotateWebhookSecret",
    method: "POST",
    path: "/webhook-endpoints/{endpointId}/rotate-secret",
    summary: "Rotate a webhook endpoint's secret",
    pathFields,
    handle: ({ ctx, merchantId, input }) => rotateSecret(ctx, merchantId, input),
  }),
  sandboxOperation({
    name: "testWebhookEndpoint",
    method: "POST",
    path: "/webhook-endpoints/{endpointId}/test",
    summary: "Send a test event to a webhook endpoint",
    pathFields,
    handle: ({ ctx, merchantId, input }) => sendTestEvent(ctx, merchantId, input),
  }),
  sandboxOperation({
    name: "listWebhookDeliveries",
    method: "GET",
    path: "/webhook-deliveries",
    ofAllSources: true,
    summary: "List the latest deliveries",
    handle: async ({ ctx, merchantId }) => ({ deliveries: await listDeliveries(ctx, merchantId) }),
  }),
  sandboxOperation({
    name: "replayWebhooks",
    method: "POST",
    path: "/webhook-replays",
    summary: "Replay the events of a period",
    body: { from: looseMoment(), to: looseMoment() },
    handle: ({ ctx, merchantId, input }) => replayEvents(ctx, merchantId, input),
  }),
] as const;
