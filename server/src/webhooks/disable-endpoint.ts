import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { closeEndpoint } from "./close-endpoint.ts";
import { WebhookError } from "./errors.ts";

/**
 * Stops an endpoint until it is enabled again. Its waiting deliveries become dead letters. An endpoint that
 * is disabled already stays as it is. Throws `endpoint_not_found`; AccessError.not_permitted.
 */
export async function disableEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const closed = await closeEndpoint(tx, { endpointId, status: "disabled", because: "merchant", by });
    if (!closed) await findEndpointStatus(tx, endpointId);
  });
}

/** Returns whether an endpoint is enabled or disabled. Throws `endpoint_not_found` for all others. */
export async function findEndpointStatus(tx: Tx, endpointId: string): Promise<"enabled" | "disabled"> {
  const [endpoint] = await tx.query<{ status: "enabled" | "disabled" }>(
    `select status
     from webhooks.endpoint
     where merchant_id = $1 and endpoint_id = $2 and status <> 'removed'`,
    [tx.merchantId, endpointId],
  );
  if (endpoint === undefined) throw WebhookError.endpoint_not_found({ endpointId });
  return endpoint.status;
}
