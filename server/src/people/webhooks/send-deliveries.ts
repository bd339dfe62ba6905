/**
 * Sends the claimed webhooks of one endpoint: a few at a time, those of one subject in order, each to a checked
 * address, within a deadline.
 */
import { isIPv6, type LookupFunction } from "node:net";
import { Pool } from "undici";
import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { inSpan, SpanKind, traceHeaders } from "#lib/trace";
import { type End, noAnswer, prepareRequest } from "./build-request.ts";
import type { DeliveryClaim, ClaimedDelivery } from "./claim-deliveries.ts";
import { openEndpointSecret } from "./endpoint-secret.ts";
import type { LiveEndpoint } from "./endpoints.ts";
import { countTries } from "./measure.ts";
import type { EventData } from "./event-types.ts";
import { guardTarget, type Resolve, resolveHost, type TargetVerdict } from "./guard-target.ts";
import { DEADLINE_MS, readRetryAfter } from "./plan-retry.ts";
import { isSuccess, recordTries, cutExcerpt, EXCERPT_MAX_BYTES } from "./record-tries.ts";
import { renderDeliveries, sealV2For } from "./render.ts";
import type { V2Data } from "./v2-data.ts";

export interface DeliverOptions {
  /** Resolves a host name. Default: by the name servers. */
  readonly resolve?: Resolve;
  /** Time limit of one try. Default: 15 s. */
  readonly deadlineMs?: number;
  /** This signal is aborted when the worker stops. No further try begins after that. */
  readonly signal?: AbortSignal;
}

/**
 * Delivers one claim. No transaction is open while a request is sent. Returns how many deliveries ended, by
 * result.
 */
export async function deliverClaim(
  ctx: Context,
  merchantId: string,
  work: { readonly claim: DeliveryClaim; readonly options: DeliverOptions },
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
  const ended = await ctx.db.inMerchant(merchantId, async (tx) => {
    const recorded = await recordTries(tx, set);
    crashPoint("webhooks.deliver.before_record");
    return recorded;
  });
  countTries(
    tries.map(({ outcome }) => outcome),
    ended.dead,
  );
  return ended;
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
/** No try begins more than this many ms after the claim, so that the lease outlives the last try. */
const SENDING_MS = 60_000;

export interface Rendered {
  readonly delivery: ClaimedDelivery;
  /** Null means that it could not be rendered. */
  readonly data: EventData | null;
  /** Only for a v2 endpoint. Null means that it could not be rendered. */
  readonly v2Data: V2Data | null;
}

interface DeliverySending {
  readonly endpoint: LiveEndpoint;
  readonly standardSecrets: readonly string[];
  /** Null means that the merchant has no API key that could sign. */
  readonly clientSecret: string | null;
  readonly deliveries: readonly Rendered[];
}

interface DeliveryOptions {
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
export async function sendDeliveries(sending: DeliverySending, options: DeliveryOptions): Promise<Try[]> {
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
  one: { sending: DeliverySending; verdict: TargetVerdict; rendered: Rendered },
  deadlineMs: number,
): Promise<End> {
  const { sending, verdict, rendered } = one;
  const { format } = sending.endpoint;
  const prepared = prepareRequest({ format, ...sending }, rendered);
  if (!("request" in prepared)) return prepared;
  if (verdict.kind === "refused") return noAnswer("failed", `not sent to this address: ${verdict.reason}`);
  const { request } = prepared;
  const { type, eventId, endpointId, subjectId, tries } = rendered.delivery;
  const facts = {
    "vitaran.event": type,
    "vitaran.event_id": eventId,
    "vitaran.endpoint": endpointId,
    "vitaran.try": tries + 1,
  };
  return inSpan("webhook", { kind: SpanKind.CLIENT, facts, about: [subjectId] }, async (note) => {
    const headers = { ...request.headers, ...traceHeaders() };
    const result = await postWebhook(verdict, { ...request, headers }, deadlineMs);
    const outcome = isSuccess(format, result.status) ? "delivered" : "failed";
    const answered = result.status === null ? {} : { "http.response.status_code": result.status };
    note({ "vitaran.outcome": outcome, ...answered }, outcome === "failed" ? outcome : null);
    return { outcome, result };
  });
}

const ANSWER_MAX_BYTES = 64 * 1024;
const POOLS_MAX = 500;

export interface PostTarget {
  readonly url: URL;
  /** Checked addresses of the host. The connection uses one of these, without another DNS lookup. */
  readonly addresses: readonly string[];
}

export interface PostResult {
  /** HTTP status. Null means that there was no response. */
  readonly status: number | null;
  /** The beginning of the response, or the error; at most 1 kB. */
  readonly excerpt: string;
  /** Retry-After of a 429 or 503, in ms. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

/**
 * Posts one body. Never throws because of the receiver or the network: no response is a result too. Redirects
 * are not followed and responses not decompressed; at most 64 kB are read.
 */
export async function postWebhook(
  target: PostTarget,
  request: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  deadlineMs: number = DEADLINE_MS,
): Promise<PostResult> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(deadlineMs);
  let status: number | null = null;
  try {
    const answer = await poolFor(target).request({
      method: "POST",
      path: target.url.pathname + target.url.search,
      headers: { "user-agent": "Vitaran-Webhooks/1", "accept-encoding": "identity", ...request.headers },
      body: request.body,
      signal,
    });
    status = answer.statusCode;
    const waits = status === 429 || status === 503;
    const retryAfter = waits ? firstOf(answer.headers["retry-after"]) : undefined;
    const retryAfterMs = readRetryAfter(retryAfter, new Date());
    return { status, excerpt: await readExcerpt(answer.body), retryAfterMs, durationMs: took() };
  } catch (error) {
    const text = signal.aborted ? `no complete answer within ${deadlineMs} ms` : describe(error);
    // If the status came before the connection broke, it still counts.
    return { status, excerpt: cutExcerpt(text), retryAfterMs: null, durationMs: took() };
  }
}

const pools = new Map<string, Pool>();

/**
 * Returns a pool of kept-alive connections for each origin and set of checked addresses. The least recently
 * used one is closed first.
 */
function poolFor({ url, addresses }: PostTarget): Pool {
  const key = [url.origin, ...addresses.toSorted()].join(" ");
  const known = pools.get(key);
  pools.delete(key);
  const pool = known ?? openPool(url.origin, addresses);
  pools.set(key, pool);
  if (pools.size > POOLS_MAX) {
    const [oldest, unused] = pools.entries().next().value!;
    pools.delete(oldest);
    void unused.close();
  }
  return pool;
}

/** Opens connections to addresses that were checked, and to no other, whatever the name of the host leads to later. */
export function openPool(origin: string, addresses: readonly string[]): Pool {
  const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all === true) callback(null, pinned);
    else callback(null, pinned[0]!.address, pinned[0]!.family);
  };
  return new Pool(origin, {
    // No limit here: merchants may share a host, and none must wait for a response to another.
    connections: null,
    allowH2: false,
    keepAliveTimeout: 10_000,
    connect: { lookup, timeout: 10_000, autoSelectFamily: true },
  });
}

/** Reads at most 64 kB and returns the beginning as text; more than that ends the connection. */
async function readExcerpt(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part.subarray(0, Math.max(0, EXCERPT_MAX_BYTES - size)));
    size += part.length;
    if (size > ANSWER_MAX_BYTES) break;
  }
  return cutExcerpt(Buffer.concat(parts).toString("utf8"));
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message ?? error);
}
