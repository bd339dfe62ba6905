import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { id, whole, withDefault } from "#http";
import { rotateSecret } from "#webhooks";
import { endpointRefusals } from "./refusals.ts";

/** A new Standard Webhooks secret of an endpoint. */
export const rotateWebhookSecret = memberOperation({
  name: "rotateWebhookSecret",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}/secret",
  tag: "Developers",
  summary: "Rotate an endpoint's own secret; the new one is shown only once",
  permission: "manage_webhooks",
  stepUp: true,
  pathFields: { endpointId: id() },
  /** How long the old secret signs as well; 0 when it has leaked. */
  body: { overlapHours: withDefault(whole({ min: 0, max: 168 }), 24) },
  output: Type.Object({ secret: Type.String() }),
  refusals: endpointRefusals,
  handle: ({ ctx, merchantId, by, input }) => rotateSecret(ctx, merchantId, { ...input, by }),
});
