import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { replayDelivery } from "#webhooks";
import { deliveryRefusals, enabledRefusals } from "./refusals.ts";

/** One delivery again, at once, under the same webhook id. */
export const replayWebhookDelivery = memberOperation({
  name: "replayWebhookDelivery",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-deliveries/{deliveryId}/replay",
  tag: "Developers",
  summary: "Send one webhook again",
  permission: "manage_webhooks",
  pathFields: { deliveryId: id() },
  output: Type.Object({ deliveryId: Type.String() }),
  refusals: { ...deliveryRefusals, ...enabledRefusals },
  handle: async ({ ctx, merchantId, by, input: { deliveryId } }) => {
    await replayDelivery(ctx, merchantId, { deliveryId, by });
    return { deliveryId };
  },
});
