/** Opens listeners, which are endpoints without a URL, and gives their webhooks to the programs that ask for them. */
import { requireOfMember, readWebhookSecret } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { type Format, prepareRequest, type WebhookRequest } from "./build-request.ts";
import { checkEventTypes, insertEndpoint, requireToDisclose } from "./change-endpoint.ts";
import { claimDue, type ClaimedDelivery } from "./claim-deliveries.ts";
import { makeEndpointSecret, sealEndpointSecret } from "./endpoint-secret.ts";
import { readEnabledEndpoints, type LiveEndpoint } from "./endpoints.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";
import { freezeEvents } from "./events.ts";
import { recordTries } from "./record-tries.ts";
import { renderDeliveries, sealV2For } from "./render.ts";
import { openSecrets } from "./send-deliveries.ts";

interface ListenerToOpen {
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

/** Few enough that even a slow receiver responds to all of them within the lease. */
const TAKE_MAX = 5;
/** Deliveries without a reported result by then, by the merchant's clock, are given out again. */
const LEASE_MS = 120_000;

/** A signed webhook that a listener forwards byte for byte. */
interface TakenDelivery extends WebhookRequest {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** Webhooks of one subject must be forwarded in this order. */
  readonly subjectId: string;
  /** The number of tries before this one. */
  readonly tries: number;
}

interface TakenDeliveries {
  /** The end of the lease. The program sends it back with the results. */
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
): Promise<TakenDeliveries> {
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
