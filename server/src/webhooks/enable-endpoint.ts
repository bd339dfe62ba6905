import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { findEndpointStatus } from "./disable-endpoint.ts";
import type { Format } from "./format.ts";
import { requireToDisclose } from "./require-to-disclose.ts";

/**
 * Enables a disabled endpoint from now on. Returns since when it was disabled (null if it was not), so that a
 * replay can send the missed events. Throws `endpoint_not_found`; AccessError.not_permitted, for v2 also if a
 * member may not reveal account numbers.
 */
export async function enableEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<{ disabledAt: Date | null }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [enabled] = await tx.query<{ disabled_at: Date; format: Format }>(ENABLE, [merchantId, endpointId]);
    if (enabled === undefined) {
      await findEndpointStatus(tx, endpointId);
      return { disabledAt: null };
    }
    const detail = await requireToDisclose(tx, by, enabled.format);
    const subject = `webhook-endpoint:${endpointId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.endpoint_enabled", subject, detail }]);
    return { disabledAt: enabled.disabled_at };
  });
}

const ENABLE = `
  update webhooks.endpoint
  set status = 'enabled',
    disabled_because = null,
    disabled_at = null,
    consecutive_failures = 0,
    failing_since = null
  where merchant_id = $1 and endpoint_id = $2 and status = 'disabled'
  returning old.disabled_at, format`;
