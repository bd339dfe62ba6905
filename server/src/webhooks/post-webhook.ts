/** Sends one webhook to a checked address, within a deadline, and reads little of the response. */
import { isIPv6, type LookupFunction } from "node:net";
import { Pool } from "undici";
import { cutExcerpt, EXCERPT_MAX_BYTES } from "./record-tries.ts";
import { DEADLINE_MS } from "./limits.ts";
import { readRetryAfter } from "./plan-retry.ts";

const ANSWER_MAX_BYTES = 64 * 1024;
const POOLS_MAX = 500;

export interface PostTarget {
  readonly url: URL;
  /** Checked addresses of the host. The connection uses one of these, without another DNS lookup. */
  readonly addresses: readonly string[];
}

export interface PostResult {
  /** HTTP status; null: there was no response. */
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

function openPool(origin: string, addresses: readonly string[]): Pool {
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
