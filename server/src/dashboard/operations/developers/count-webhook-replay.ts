import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { countReplay } from "#webhooks";
import { replayFields, toReplay } from "./replay-fields.ts";
import { replayRefusals } from "./refusals.ts";

/** What a replay would send; nothing is sent. */
export const countWebhookReplay = memberOperation({
  name: "countWebhookReplay",
  method: "GET",
  path: "/merchants/{merchantId}/webhook-replays",
  tag: "Developers",
  summary: "Count what a replay would send",
  permission: "manage_webhooks",
  query: replayFields,
  output: Type.Object({
    deliveries: Type.Integer(),
    byType: Type.Array(Type.Object({ type: Type.String(), deliveries: Type.Integer() })),
  }),
  refusals: replayRefusals,
  handle: async ({ ctx, merchantId, input }) => {
    const { deliveries, byType } = await countReplay(ctx, merchantId, toReplay(input));
    return { deliveries, byType: [...byType] };
  },
});
