/**
 * One HTTP exchange with a bank, and what we know for certain afterwards: it was answered, it may have arrived, or
 * provably not one byte of it left. Nothing is ever sent twice, and redirects are not followed.
 */
import { type Dispatcher, Pool } from "undici";
import type { Connection, WireAnswer, WireRequest } from "./adapter.ts";

export type Exchange =
  | { kind: "answered"; answer: WireAnswer }
  /** At least one byte may have left. */
  | { kind: "lost"; detail: string }
  | { kind: "not_sent"; detail: string };

const CONNECTIONS_MAX = 128;
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1_024;

interface Line {
  readonly pool: Pool;
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string;
}

/** One per bank and base URL, so that a bank that hangs blocks only itself. */
const lines = new Map<string, Line>();

export interface ExchangeLimits {
  /** The time until the whole answer has arrived, including the wait for a connection. */
  readonly timeoutMs: number;
  /** An answer longer than this is treated as lost. */
  readonly bytesMax?: number;
}

/** Sends `request` once and resolves within the time allowed. Never rejects. */
export function exchange(
  connection: Connection,
  request: WireRequest,
  limits: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const { method, path, headers, body = null } = request;
    const listener = listen(resolve, limits);
    try {
      const { pool, prefix } = lineTo(connection);
      pool.dispatch({ method, path: prefix + path, headers, body, idempotent: false }, listener);
    } catch (error) {
      listener.fail(error);
    }
  });
}

/** Closes all connections to banks, when the process ends. Exchanges in progress are lost. */
export async function closeBanks(): Promise<void> {
  const open = [...lines.values()];
  lines.clear();
  await Promise.all(open.map(({ pool }) => pool.destroy()));
}

function lineTo({ bankId, baseUrl }: Connection): Line {
  const key = `${bankId} ${baseUrl}`;
  const known = lines.get(key);
  if (known !== undefined) return known;
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    // An HTTP/2 client may repeat a refused stream on its own.
    allowH2: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // The exchange has its own timer for all its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const line = { pool, prefix: pathname.endsWith("/") ? pathname.slice(0, -1) : pathname };
  lines.set(key, line);
  return line;
}

type Listener = Dispatcher.DispatchHandler & { fail(error: unknown): void };

function listen(
  resolve: (exchange: Exchange) => void,
  { timeoutMs, bytesMax = ANSWER_BYTES_MAX }: ExchangeLimits,
): Listener {
  // True from the moment the request is handed to a connected socket. If it fails before that, provably nothing left.
  let handedOver = false;
  let settled = false;
  let controller: Dispatcher.DispatchController | undefined;
  let httpStatus = 0;
  let contentType = "";
  let size = 0;
  const parts: Buffer[] = [];

  const settle = (result: Exchange): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    resolve(result);
  };
  const fail = (error: unknown): void =>
    settle({ kind: handedOver ? "lost" : "not_sent", detail: describe(error) });
  const timer = setTimeout(() => {
    const expired = new Error(handedOver ? "no answer in time" : "no connection in time");
    fail(expired);
    controller?.abort(expired);
  }, timeoutMs);

  return {
    fail,
    onRequestStart(started) {
      // The caller may already have been told that nothing was sent, and that must stay true.
      if (settled) return started.abort(new Error("given up before it was sent"));
      handedOver = true;
      controller = started;
    },
    onResponseStart(_, status, headers) {
      httpStatus = status;
      contentType = String(headers["content-type"] ?? "").toLowerCase();
    },
    onResponseData(started, part) {
      size += part.length;
      if (size > bytesMax) started.abort(new Error(`answer larger than ${bytesMax / 1_024} kB`));
      else parts.push(part);
    },
    onResponseEnd() {
      const body = Buffer.concat(parts).toString("utf8");
      settle({ kind: "answered", answer: { httpStatus, contentType, body } });
    },
    onResponseError: (_, error) => fail(error),
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const causes = error instanceof AggregateError ? error.errors.map(describe).join("; ") : error.message;
  return typeof code === "string" ? `${code}: ${causes}` : causes;
}
