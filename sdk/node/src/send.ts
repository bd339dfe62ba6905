/** Performs one HTTP exchange, without repeats and without tokens. */
import { randomUUID } from "node:crypto";
import { makeError } from "./errors.ts";
import type { Settings } from "./options.ts";
import { failedAt } from "./stages.ts";
import { PROXY_FAILED } from "./through-proxy.ts";

export interface Request {
  readonly verb: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly httpStatus: number;
  readonly requestId: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** The envelope, or null if the answer is not a JSON object. */
  readonly envelope: Readonly<Record<string, unknown>> | null;
  readonly retryAfterSeconds: number | undefined;
  /** The server's clock, in milliseconds since 1970. */
  readonly serverTimeMs: number;
}

/** These errors happen before any byte of the call is sent. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  PROXY_FAILED,
]);

/**
 * Sends once and reads the whole answer, whatever it says.
 * @throws {ConnectionError} at the stage "connecting" if nothing was sent
 * @throws {TimeoutError} after `timeoutMs`
 */
export async function send(settings: Settings, request: Request, attempt: number): Promise<Answer> {
  const requestId = randomUUID();
  const started = Date.now();
  const log = (entry: object): void =>
    settings.logger({
      verb: request.verb,
      method: request.method,
      path: request.path.split("?")[0] as string,
      attempt,
      durationMs: Date.now() - started,
      requestId,
      ...entry,
    });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), settings.timeoutMs);
  try {
    const { method, body } = request;
    const response = await settings.fetch(settings.baseUrl + request.path, {
      method,
      headers: { "X-Request-Id": requestId, ...request.headers },
      ...(body === undefined ? {} : { body }),
      signal: controller.signal,
      redirect: "manual",
    });
    const content = new Uint8Array(await response.arrayBuffer());
    const answer = readAnswer(response, content, requestId);
    const subCode = answer.envelope?.["subCode"];
    log({ httpStatus: answer.httpStatus, ...(typeof subCode === "string" ? { subCode } : {}) });
    return answer;
  } catch (cause) {
    log({ error: reasonOf(cause) });
    const facts = { verb: request.verb, requestId, cause };
    if (controller.signal.aborted) {
      throw makeError("timeout", `${request.verb}: no answer within ${settings.timeoutMs} ms`, facts);
    }
    const error = makeError("connection", `${request.verb}: ${reasonOf(cause)}`, facts);
    throw neverConnected(cause) ? failedAt(error, "connecting") : error;
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(
  response: { status: number; headers: { get(name: string): string | null } },
  content: Uint8Array,
  requestId: string,
): Answer {
  const { status: httpStatus, headers } = response;
  const date = Date.parse(headers.get("date") ?? "");
  const contentType = headers.get("content-type") ?? "";
  return {
    httpStatus,
    requestId: headers.get("x-request-id") ?? requestId,
    contentType,
    content,
    envelope: contentType.includes("json") ? readObject(content) : null,
    retryAfterSeconds: readRetryAfter(headers.get("retry-after")),
    serverTimeMs: Number.isNaN(date) ? Date.now() : date,
  };
}

function readObject(content: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // The answer is cut off or is not of its declared type, so only the status counts.
    return null;
  }
}

/** Reads the seconds, which are given as a number or as a date (RFC 9110). */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^[0-9]+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function neverConnected(error: unknown): boolean {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(neverConnected);
  if (code !== undefined) return NEVER_CONNECTED.has(code);
  return cause !== undefined && neverConnected(cause);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || "the connection failed";
}
