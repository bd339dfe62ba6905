import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { checkEventTypes, insertEndpoint, requireToDisclose } from "./change-endpoint.ts";
import { makeEndpointSecret, sealEndpointSecret } from "./endpoint-secret.ts";
import type { Format } from "./build-request.ts";

export interface ListenerToOpen {
  readonly format: Format;
  /** Absent or null: all event types of the format. */
  readonly eventTypes?: readonly string[] | null;
  readonly by: Actor;
}

/**
 * Opens a listener: an endpoint without a URL, whose webhooks a program takes by `takeDeliveries` and reports
 * by `recordAnswers`. A listener that did not poll for two minutes is removed. Returns the key of Standard
 * Webhooks, which is shown only this once.
 *
 * Throws `event_type_unknown`, `event_type_not_in_v2`, `endpoints_too_many`; AccessError.not_permitted.
 */
export async function openListener(
  ctx: Context,
  merchantId: string,
  { format, eventTypes: given = null, by }: ListenerToOpen,
): Promise<{ listenerId: string; secret: string }> {
  const eventTypes = checkEventTypes(given, format);
  const listenerId = newId();
  const secret = makeEndpointSecret();
  const sealed = sealEndpointSecret(ctx.vault, { merchantId, endpointId: listenerId, version: 1 }, secret);
  const url = `listen:${listenerId}`;
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const disclosed = await requireToDisclose(tx, by, format);
    await insertEndpoint(tx, { endpointId: listenerId, url, format, eventTypes, sealed, listens: true });
    const subject = `webhook-endpoint:${listenerId}`;
    const detail = { format, eventTypes, ...disclosed };
    await recordAudit(tx, [{ actor: by, action: "webhooks.listener_opened", subject, detail }]);
  });
  return { listenerId, secret };
}
