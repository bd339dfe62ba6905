import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { WebhookError } from "./errors.ts";
import { wakeDelivering } from "./publish-events.ts";
import { requireEnabled } from "./replay-events.ts";

/**
 * Sends one delivery again at once, with the same webhook ID, whether it was delivered, is dead or waits for
 * its next try. Throws `delivery_not_found`, `endpoint_not_found`, `endpoint_disabled`;
 * AccessError.not_permitted.
 */
export async function replayDelivery(
  ctx: Context,
  merchantId: string,
  { deliveryId, by = "system" }: { readonly deliveryId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [delivery] = await tx.query<{ endpoint_id: string }>(REPLAY, [merchantId, deliveryId, tx.now]);
    if (delivery === undefined) throw WebhookError.delivery_not_found({ deliveryId });
    await requireEnabled(tx, delivery.endpoint_id);
    await wakeDelivering(tx);
    const subject = `webhook-delivery:${deliveryId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.delivery_replayed", subject }]);
  });
}

const REPLAY = `
  update webhooks.delivery
  set status = 'pending', due_at = $3, finished_at = null, tries = 0
  where merchant_id = $1 and delivery_id = $2
  returning endpoint_id`;
