import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { prepareRequest, type WebhookRequest } from "./build-request.ts";
import { claimDue, type ClaimedDelivery } from "./claim-deliveries.ts";
import { openSecrets } from "./send-deliveries.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";
import { freezeEvents } from "./publish-events.ts";
import { readEnabledEndpoints, type LiveEndpoint } from "./endpoints.ts";
import { recordTries } from "./record-tries.ts";
import { renderDeliveries, sealV2For } from "./render.ts";

/** Few enough that even a slow receiver responds to all of them within the lease. */
const TAKE_MAX = 5;
/** Deliveries without a reported result by then, by the merchant's clock, are given out again. */
const LEASE_MS = 120_000;

/** A signed webhook that a listener forwards byte for byte. */
export interface TakenDelivery extends WebhookRequest {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** Webhooks of one subject must be forwarded in this order. */
  readonly subjectId: string;
  /** The number of tries before this one. */
  readonly tries: number;
}

export interface Taken {
  /** The program returns it with the results. */
  readonly leaseUntil: Date;
  readonly deliveries: readonly TakenDelivery[];
}

/**
 * Gives a listener its due webhooks, oldest first, at most 5 at once, with current signatures. Their content
 * is the same in all tries. Throws `listener_not_found` if the listener was closed.
 */
export async function takeDeliveries(
  ctx: Context,
  merchantId: string,
  { listenerId }: { readonly listenerId: string },
): Promise<Taken> {
  const taking = await ctx.db.inMerchant(merchantId, (tx) => claimFor(ctx, tx, listenerId));
  const { leaseUntil, claimed, ...signer } = taking;
  if (claimed.length === 0) return { leaseUntil, deliveries: [] };
  const { endpoint } = signer;
  const standardSecrets = openSecrets(ctx, merchantId, endpoint);
  const rendered = await renderDeliveries(ctx, merchantId, { format: endpoint.format, deliveries: claimed });
  const made = rendered.map((one) => ({
    ...one,
    ...prepareRequest({ format: endpoint.format, ...signer, standardSecrets }, one),
  }));
  const tries = made.flatMap((one) => ("request" in one ? [] : [one]));
  const ready = made.flatMap((one) => ("request" in one ? [one] : []));
  const sealV2 = sealV2For(ctx, merchantId);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await freezeEvents(tx, ready, sealV2);
    if (tries.length > 0) await recordTries(tx, { endpointId: listenerId, leaseUntil, tries, sealV2 });
  });
  return { leaseUntil, deliveries: ready.map((one) => toTaken(one.delivery, one.request)) };
}

interface Taking {
  readonly endpoint: LiveEndpoint;
  readonly clientSecret: string | null;
  readonly leaseUntil: Date;
  readonly claimed: readonly ClaimedDelivery[];
}

async function claimFor(ctx: Context, tx: Tx, listenerId: string): Promise<Taking> {
  const endpoints = await readEnabledEndpoints(tx);
  const endpoint = endpoints.find((one) => one.endpointId === listenerId && one.listener !== "none");
  if (endpoint === undefined) throw WebhookError.listener_not_found({ listenerId });
  const leaseUntil = new Date(tx.now.getTime() + LEASE_MS);
  const [claimed, clientSecret] = await Promise.all([
    claimDue(tx, { leaseUntil, max: TAKE_MAX, listenerId }),
    readWebhookSecret(tx, ctx.vault),
    tx.execute(TOUCH, [tx.merchantId, listenerId]),
  ]);
  return { endpoint, clientSecret, leaseUntil, claimed };
}

function toTaken({ deliveryId, eventId, type, subjectId, tries }: ClaimedDelivery, request: WebhookRequest) {
  return { deliveryId, eventId, type, subjectId, tries, ...request };
}

const TOUCH = `
  update webhooks.endpoint
  set listened_at = statement_timestamp()
  where merchant_id = $1
    and endpoint_id = $2
    and listened_at < statement_timestamp() - interval '10 seconds'`;
