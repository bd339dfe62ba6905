/** Processes one claim: renders, signs, sends and records. */
import { readWebhookSecret } from "#access";
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Claim } from "./claim-deliveries.ts";
import { openEndpointSecret } from "./endpoint-secret.ts";
import { resolveHost, type Resolve } from "./guard-target.ts";
import { DEADLINE_MS } from "./limits.ts";
import type { LiveEndpoint } from "./read-enabled-endpoints.ts";
import { recordTries } from "./record-tries.ts";
import { renderDeliveries, sealV2For } from "./render-deliveries.ts";
import { sendDeliveries } from "./send-deliveries.ts";

export interface DeliverOptions {
  /** Resolves a host name. Default: by the name servers. */
  readonly resolve?: Resolve;
  /** Time limit of one try. Default: 15 s. */
  readonly deadlineMs?: number;
  /** Aborted when the worker stops: then no further try begins. */
  readonly signal?: AbortSignal;
}

/**
 * Delivers one claim. No transaction is open while a request is sent. Returns how many deliveries ended, by
 * result.
 */
export async function deliverClaim(
  ctx: Context,
  merchantId: string,
  work: { readonly claim: Claim; readonly options: DeliverOptions },
): Promise<{ delivered: number; dead: number }> {
  const { claim, options } = work;
  const { endpoint, leaseUntil } = claim;
  const [deliveries, clientSecret] = await Promise.all([
    renderDeliveries(ctx, merchantId, { format: endpoint.format, deliveries: claim.deliveries }),
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
  const sealV2 = sealV2For(ctx, merchantId);
  const set = { endpointId: endpoint.endpointId, leaseUntil, tries, sealV2 };
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const ended = await recordTries(tx, set);
    crashPoint("webhooks.deliver.before_record");
    return ended;
  });
}

/** Returns the keys of an endpoint in clear, the newest first. */
export function openSecrets(ctx: Context, merchantId: string, endpoint: LiveEndpoint): string[] {
  const { endpointId } = endpoint;
  return endpoint.sealedSecrets.map(({ version, sealed }) =>
    openEndpointSecret(ctx.vault, { merchantId, endpointId, version }, sealed),
  );
}
