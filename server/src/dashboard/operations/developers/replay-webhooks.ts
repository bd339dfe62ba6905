import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { replayEvents } from "#webhooks";
import { replayFields, toReplay } from "./replay-fields.ts";
import { replayRefusals } from "./refusals.ts";

/** Events of a time again, under the same webhook ids. */
export const replayWebhooks = memberOperation({
  name: "replayWebhooks",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-replays",
  tag: "Developers",
  summary: "Send the webhooks of a time again",
  permission: "manage_webhooks",
  body: replayFields,
  output: Type.Object({ replayed: Type.Integer() }),
  refusals: replayRefusals,
  handle: ({ ctx, merchantId, by, input }) => replayEvents(ctx, merchantId, { ...toReplay(input), by }),
});
