/** One claim from its lease to its record: render, sign, send, write down. */
import { readWebhookSecret } from "#access";
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import { VaultError } from "#lib/vault";
import type { Claim } from "./claim-deliveries.ts";
import { openEndpointSecret } from "./endpoint-secret.ts";
import { pickFields } from "./event-types.ts";
import { resolveHost, type Resolve } from "./guard-target.ts";
import { DEADLINE_MS } from "./post-webhook.ts";
import type { LiveEndpoint } from "./read-enabled-endpoints.ts";
import { recordTries } from "./record-tries.ts";
import { renderEvents } from "./render-events.ts";
import { renderV2 } from "./render-v2.ts";
import { sendDeliveries, type Rendered } from "./send-deliveries.ts";
import type { V2Data } from "./v2-data.ts";

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
  const [deliveries, clientSecret] = await Promise.all([
    renderClaim(ctx, merchantId, claim),
    ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, ctx.vault)),
  ]);
  const sending = {
    endpoint,
    standardSecrets: openSecrets(ctx, merchantId, endpoint),
    clientSecret,
    deliveries,
  };
  const { resolve = resolveHost, deadlineMs = DEADLINE_MS, signal } = options;
  const tries = await sendDeliveries(sending, { resolve, deadlineMs, signal });
  crashPoint("webhooks.deliver.after_send");
  const sealV2 = (eventId: string, data: V2Data): Buffer =>
    ctx.vault.seal(v2SealedFor(merchantId, eventId), JSON.stringify(data));
  const set = { endpointId: endpoint.endpointId, leaseUntil, tries, sealV2 };
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const ended = await recordTries(tx, set);
    crashPoint("webhooks.deliver.before_record");
    return ended;
  });
}

async function renderClaim(
  ctx: Context,
  merchantId: string,
  { endpoint, deliveries }: Claim,
): Promise<Rendered[]> {
  const unrendered = deliveries.filter((delivery) => delivery.data === null);
  const rendered = await renderEvents(ctx, merchantId, unrendered);
  const known = deliveries.map((delivery) => {
    const { eventId, type, data, at } = delivery;
    // Picked again from what was stored: a jsonb forgets the order of its keys, and the body must not change.
    return { delivery, data: data === null ? (rendered.get(eventId) ?? null) : pickFields(type, data, at) };
  });
  if (endpoint.format !== "v2") return known.map((one) => ({ ...one, v2Data: null }));
  const fresh = known.flatMap(({ delivery, data }) =>
    data === null || delivery.sealedV2 !== null ? [] : [{ ...delivery, data }],
  );
  const renderedV2 = await renderV2(ctx, merchantId, fresh);
  return known.map(({ delivery, data }) => {
    const { eventId, sealedV2 } = delivery;
    if (sealedV2 === null) return { delivery, data, v2Data: renderedV2.get(eventId) ?? null };
    return { delivery, data, v2Data: openFrozen(ctx, merchantId, { eventId, sealed: sealedV2 }) };
  });
}

/** What was sent before; null, with a word in the log, when it cannot be opened: that try counts as hindered. */
function openFrozen(
  ctx: Context,
  merchantId: string,
  { eventId, sealed }: { eventId: string; sealed: Buffer },
): V2Data | null {
  try {
    return JSON.parse(ctx.vault.open(v2SealedFor(merchantId, eventId), sealed).toString("utf8")) as V2Data;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ merchantId, eventId, err: error }, "what a webhook said before cannot be opened");
    return null;
  }
}

const v2SealedFor = (merchantId: string, eventId: string) => ({
  merchantId,
  purpose: `webhooks.v2 ${eventId}`,
});

/** The keys of an endpoint in clear, the newest first. */
export function openSecrets(ctx: Context, merchantId: string, endpoint: LiveEndpoint): string[] {
  const { endpointId } = endpoint;
  return endpoint.sealedSecrets.map(({ version, sealed }) =>
    openEndpointSecret(ctx.vault, { merchantId, endpointId, version }, sealed),
  );
}
