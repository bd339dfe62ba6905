import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { closeEndpoint } from "./close-endpoint.ts";
import { WebhookError } from "./errors.ts";

/** Removes an endpoint for good. Past deliveries stay listed; waiting ones become dead letters. */
export async function removeEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const closed = await closeEndpoint(tx, { endpointId, status: "removed", because: null, by });
    if (!closed) throw WebhookError.endpoint_not_found({ endpointId });
  });
}
