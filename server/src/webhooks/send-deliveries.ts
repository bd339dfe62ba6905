/** Sends the claimed webhooks of one endpoint: a few at a time, those of one subject in order. */
import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { type End, noAnswer, prepareRequest } from "./build-request.ts";
import type { Claim, ClaimedDelivery } from "./claim-deliveries.ts";
import { openEndpointSecret } from "./endpoint-secret.ts";
import type { LiveEndpoint } from "./endpoints.ts";
import type { EventData } from "./event-types.ts";
import { guardTarget, type Resolve, resolveHost, type Verdict } from "./guard-target.ts";
import { DEADLINE_MS } from "./limits.ts";
import { type PostResult, postWebhook } from "./post-webhook.ts";
import { isSuccess, recordTries } from "./record-tries.ts";
import { renderDeliveries, sealV2For } from "./render.ts";
import type { V2Data } from "./v2-data.ts";

// Processes one claim: renders, signs, sends and records.

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

/** The most requests to one endpoint at once. */
const CONCURRENCY_MAX = 5;
/** No try begins later than this after the claim, so that the lease outlives the last one. */
const SENDING_MS = 60_000;

export interface Rendered {
  readonly delivery: ClaimedDelivery;
  /** Null: it could not be rendered. */
  readonly data: EventData | null;
  /** Only for a v2 endpoint; null: it could not be rendered. */
  readonly v2Data: V2Data | null;
}

export interface Sending {
  readonly endpoint: LiveEndpoint;
  readonly standardSecrets: readonly string[];
  /** Null: the merchant has no API key that could sign. */
  readonly clientSecret: string | null;
  readonly deliveries: readonly Rendered[];
}

export interface SendOptions {
  readonly resolve: Resolve;
  readonly deadlineMs: number;
  /** Aborted when the worker stops: deliveries not begun are left for another worker. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of one claimed delivery. */
export interface Try extends Rendered {
  /** `hindered`: failed, but not because of the receiver. `unsent`: not tried at all. */
  readonly outcome: "delivered" | "failed" | "hindered" | "unsent";
  readonly result: PostResult;
}

/**
 * Sends each delivery once and returns the results; never throws because of a receiver. The target is checked
 * here, for this set, and every connection uses an address that passed the check.
 */
export async function sendDeliveries(sending: Sending, options: SendOptions): Promise<Try[]> {
  const { endpoint, deliveries } = sending;
  const endsAt = performance.now() + SENDING_MS;
  const guard = { allowLoopback: endpoint.allowLoopback, resolve: options.resolve };
  const verdict = await guardTarget(endpoint.url, guard);
  const chains = [...Map.groupBy(deliveries, ({ delivery }) => delivery.subjectId).values()];
  const tries: Try[] = [];

  const sendChains = async (): Promise<void> => {
    for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
      for (const rendered of chain.toSorted((a, b) => a.delivery.seq - b.delivery.seq)) {
        const isOver = performance.now() > endsAt || options.signal?.aborted === true;
        const end = isOver ? UNSENT : await sendOne({ sending, verdict, rendered }, options.deadlineMs);
        tries.push({ ...rendered, ...end });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY_MAX }, sendChains));
  return tries;
}

const UNSENT = noAnswer("unsent", "");

async function sendOne(
  one: { sending: Sending; verdict: Verdict; rendered: Rendered },
  deadlineMs: number,
): Promise<End> {
  const { sending, verdict, rendered } = one;
  const { format } = sending.endpoint;
  const prepared = prepareRequest({ format, ...sending }, rendered);
  if (!("request" in prepared)) return prepared;
  if (verdict.kind === "refused") return noAnswer("failed", `not sent to this address: ${verdict.reason}`);
  const result = await postWebhook(verdict, prepared.request, deadlineMs);
  return { outcome: isSuccess(format, result.status) ? "delivered" : "failed", result };
}
