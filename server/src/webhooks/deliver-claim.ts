/** One claim from its lease to its record: render, sign, send, write down. */
import { readWebhookSecret } from "#access";
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Claim } from "./claim-deliveries.ts";
import { openEndpointSecret } from "./endpoint-secret.ts";
import { pickFields, type EventData } from "./event-types.ts";
import { resolveHost, type Resolve } from "./guard-target.ts";
import { DEADLINE_MS } from "./post-webhook.ts";
import type { LiveEndpoint } from "./read-enabled-endpoints.ts";
import { recordTries } from "./record-tries.ts";
import { renderEvents } from "./render-events.ts";
import { sendDeliveries } from "./send-deliveries.ts";

export interface DeliverOptions {
  /** Who tells the addresses of a host name; the name servers by default. */
  readonly resolve?: Resolve;
  /** Time for one try; 15 s by default. */
  readonly deadlineMs?: number;
  /** Aborted when the worker is to stop: no further try begins. */
  readonly signal?: AbortSignal;
}

/**
 * Delivers one claim; no transaction is open while anything is sent. Answers how many deliveries ended, and
 * how.
 */
export async function deliverClaim(
  ctx: Context,
  merchantId: string,
  work: { readonly claim: Claim; readonly options: DeliverOptions },
): Promise<{ delivered: number; dead: number }> {
  const { claim, options } = work;
  const { endpoint, leaseUntil } = claim;
  const unrendered = claim.deliveries.filter((delivery) => delivery.data === null);
  const [rendered, clientSecret] = await Promise.all([
    renderEvents(ctx, merchantId, unrendered),
    ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, ctx.vault)),
  ]);
  const deliveries = claim.deliveries.map((delivery) => {
    const { eventId, type, data, at } = delivery;
    // Picked again from what was stored: a jsonb forgets the order of its keys, and the body must not change.
    const known: EventData | null =
      data === null ? (rendered.get(eventId) ?? null) : pickFields(type, data, at);
    return { delivery, data: known };
  });
  const sending = {
    endpoint,
    standardSecrets: openSecrets(ctx, merchantId, endpoint),
    clientSecret,
    deliveries,
  };
  const { resolve = resolveHost, deadlineMs = DEADLINE_MS, signal } = options;
  const tries = await sendDeliveries(sending, { resolve, deadlineMs, signal });
  crashPoint("webhooks.deliver.after_send");
  const set = { endpointId: endpoint.endpointId, leaseUntil, tries };
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const ended = await recordTries(tx, set);
    crashPoint("webhooks.deliver.before_record");
    return ended;
  });
}

/** The keys of an endpoint in clear, the newest first. */
export function openSecrets(ctx: Context, merchantId: string, endpoint: LiveEndpoint): string[] {
  const { endpointId } = endpoint;
  return endpoint.sealedSecrets.map(({ version, sealed }) =>
    openEndpointSecret(ctx.vault, { merchantId, endpointId, version }, sealed),
  );
}
