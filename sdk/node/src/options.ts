/** The options of a client, and the defaults of those that are absent. */
import { InvalidInputError } from "./errors.ts";
import { readClientSecret, readWebhookKey } from "./secrets.ts";
import { fetchThroughProxy } from "./through-proxy.ts";

/** The part of `fetch` that the library uses. The built-in one has this type. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | Uint8Array;
    signal: AbortSignalLike;
    redirect: "manual";
  },
) => Promise<FetchAnswer>;

export interface AbortSignalLike {
  readonly aborted: boolean;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** One HTTP exchange, without bodies, keys or tokens. */
export interface LogEntry {
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly durationMs: number;
  readonly requestId?: string;
  readonly httpStatus?: number;
  readonly subCode?: string;
  /** The reason why there was no answer. */
  readonly error?: string;
}

export interface Options {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address of the server, such as `http://localhost:8080` for a sandbox on this machine. */
  readonly baseUrl: string;
  /**
   * The public key (PEM) of your key pair, for callers without a listed IP address. With it, tokens are requested with
   * the RSA signature `X-Cf-Signature`. Without it, the server checks the IP address.
   */
  readonly publicKey?: string;
  /** The `whsec_` secret of a webhook endpoint for `webhooks.verify`, or several while you are changing it. */
  readonly webhookSecret?: string | readonly string[];
  /**
   * The time to wait for one answer, in milliseconds. The default is 30,000. The server may wait five seconds for a
   * bank.
   */
  readonly timeoutMs?: number;
  /** The number of times that a repeatable call is repeated. The default is 3; 0 means never. */
  readonly retries?: number;
  /** Called for every HTTP exchange. */
  readonly logger?: (entry: LogEntry) => void;
  /**
   * An HTTP proxy, such as `http://user:password@proxy.example:3128`. Calls to an https address go through a tunnel.
   */
  readonly proxy?: string;
  /** A replacement for the built-in `fetch`, for a client certificate or a test. */
  readonly fetch?: Fetch;
}

export interface Settings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly publicKey: string | null;
  readonly webhookSecrets: readonly string[];
  readonly timeoutMs: number;
  readonly retries: number;
  readonly logger: (entry: LogEntry) => void;
  readonly fetch: Fetch;
}

/**
 * @throws {InvalidInputError} for a missing key pair, an invalid secret or address, and times that are not whole
 * numbers
 */
export function readOptions(options: Options): Settings {
  for (const field of ["clientId", "clientSecret", "baseUrl"] as const) {
    const value: unknown = options[field];
    if (value === undefined || value === null) throw new InvalidInputError(`${field} is missing`, field);
  }
  const { timeoutMs = 30_000, retries = 3 } = options;
  const webhookSecrets = "webhookSecret" in options ? [options.webhookSecret].flat() : [];
  // An invalid secret is reported now, not at the first webhook.
  for (const secret of webhookSecrets) readWebhookKey(secret);
  checkWhole(timeoutMs, 1, "timeoutMs");
  checkWhole(retries, 0, "retries");
  return {
    clientId: readClientSecret(options.clientId, "clientId"),
    clientSecret: readClientSecret(options.clientSecret),
    baseUrl: readAddress(options.baseUrl),
    publicKey: options.publicKey ?? null,
    webhookSecrets: webhookSecrets as string[],
    timeoutMs,
    retries,
    logger: hearCalmly(options.logger),
    fetch: readTransport(options),
  };
}

/** An error of the logger becomes a warning of the process. It must not affect a call that may have paid. */
function hearCalmly(logger: Options["logger"]): Settings["logger"] {
  return (entry) => {
    try {
      logger?.(entry);
    } catch (error) {
      process.emitWarning(error as Error);
    }
  };
}

function readTransport({ fetch, proxy }: Options): Fetch {
  if (proxy === undefined) return fetch ?? (globalThis.fetch as unknown as Fetch);
  if (fetch !== undefined) throw new InvalidInputError("proxy: give either a proxy or a fetch", "proxy");
  // The address may contain a password, so the error does not repeat it.
  if (typeof proxy !== "string" || !/^http:\/\/[^\s/?#]+\/?$/.test(proxy) || !isAddress(proxy))
    throw new InvalidInputError("proxy: must be an http address, such as http://proxy.example:3128", "proxy");
  return fetchThroughProxy(proxy);
}

function readAddress(text: string): string {
  if (!/^https?:\/\/[^\s?#]+$/.test(text) || !isAddress(text)) {
    const said = `${JSON.stringify(text)} is not an http or https address`;
    throw new InvalidInputError(`baseUrl: ${said}`, "baseUrl");
  }
  return text.replace(/\/+$/, "");
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).host !== "";
  } catch {
    // The error means that this is no address. URL.canParse does not exist in Node 18.
    return false;
  }
}

function checkWhole(value: number, least: number, field: string): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new InvalidInputError(`${field}: ${value} is not a whole number of at least ${least}`, field);
}
