/** Webhooks: whether they are genuine, and what they say. Of every format that the server sends. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { InvalidInputError, SignatureError } from "./errors.ts";
import { readClientSecret, readWebhookKey } from "./secrets.ts";

/** Headers as Node's http, Express and Fastify give them, or as `fetch` does. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export interface WebhookToVerify {
  /** The body as it came, before any parser: bytes or text. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** Checks the classic signatures, and that of the format v2. */
  readonly clientSecret?: string;
  /** Checks the Standard Webhooks signature, which every format carries: `whsec_...`, or several. */
  readonly webhookSecret?: string | readonly string[];
  /** Seconds that a signed time may be off; 300 when absent. The classic signatures have no time. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; now, when absent. */
  readonly nowMs?: number;
}

export interface WebhookEvent {
  /** `TRANSFER_SUCCESS`, for example. */
  readonly type: string;
  /**
   * Of the message; the same when it is sent again, so that you act once. Only the Standard Webhooks signature covers
   * it: with a client secret alone, go by the ids in `data`. Absent where the sender gave none.
   */
  readonly id?: string;
  /** The event's fields. Numbers are their exact text: amounts never become floating point. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The event of a genuine webhook. Every signature that can be checked with the secrets given must hold.
 * @throws {SignatureError} when it is forged, changed, too old or unreadable
 * @throws {InvalidInputError} when no secret is given or one is none, or the body was parsed already
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookEvent {
  const { clientSecret, keys } = readSecrets(webhook);
  if (typeof webhook.body !== "string" && !(webhook.body instanceof Uint8Array)) {
    throw new InvalidInputError(
      "body: give the raw body, bytes or text, not what a parser made of it",
      "body",
    );
  }
  const body = Buffer.from(webhook.body as string);
  const header = readHeaders(webhook.headers);
  const fields = readFields(body.toString("utf8"), header("content-type"));
  if (keys.length > 0) checkStandard(webhook, body, header, keys);
  if (clientSecret !== undefined) {
    if (header("x-webhook-signature") === null) checkClassic(fields, body, header, clientSecret);
    else checkV2(webhook, body, header, clientSecret);
  }
  return readEvent(fields, header("webhook-id"));
}

interface Secrets {
  readonly clientSecret?: string;
  readonly keys: readonly Uint8Array[];
}

/** A secret that is named but undefined is refused: the webhook would be checked by less than was meant. */
function readSecrets(given: Pick<WebhookToVerify, "clientSecret" | "webhookSecret">): Secrets {
  const list = "webhookSecret" in given ? [given.webhookSecret].flat() : [];
  if (!("clientSecret" in given) && list.length === 0) {
    throw new InvalidInputError(
      "clientSecret or webhookSecret is needed to verify a webhook",
      "clientSecret",
    );
  }
  const keys = list.map(readWebhookKey);
  return "clientSecret" in given ? { clientSecret: readClientSecret(given.clientSecret), keys } : { keys };
}

type Header = (name: string) => string | null;

function readHeaders(headers: WebhookHeaders): Header {
  if (typeof headers.get === "function") {
    const given = headers as { get(name: string): string | null };
    return (name) => given.get(name);
  }
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    return value === undefined
      ? null
      : typeof value === "string"
        ? value
        : (value as readonly string[]).join(", ");
  };
}

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** JSON or a form; numbers of JSON stay text. */
function readFields(text: string, contentType: string | null): Record<string, unknown> {
  if (contentType?.includes("json") || (contentType === null && text.startsWith("{"))) {
    try {
      // Read once as it is: only text that is JSON is searched for numbers, which takes long in text made to take long.
      JSON.parse(text);
      const value: unknown = JSON.parse(
        text.replace(TEXT_OR_NUMBER, (one) => (one[0] === '"' ? one : `"${one}"`)),
      );
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return value as Record<string, unknown>;
    } catch {
      throw new SignatureError("The webhook's body is no JSON");
    }
    throw new SignatureError("The webhook's body is no JSON object");
  }
  const entries = [...new URLSearchParams(text)];
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length === entries.length) return fields;
  throw new SignatureError("The webhook has a field twice");
}

/** Field `signature`, and the header over the raw body where it came. */
function checkClassic(fields: Record<string, unknown>, body: Buffer, header: Header, secret: string): void {
  const { signature, ...signed } = fields;
  const names = Object.keys(signed).sort();
  const text = names.map((name) => String(signed[name])).join("");
  const expected = createHmac("sha256", secret).update(text).digest("base64");
  const ofBody = header("x-cf-signature");
  const bodyHolds =
    ofBody === null || isSame(ofBody, createHmac("sha256", secret).update(body).digest("hex"));
  if (typeof signature === "string" && isSame(signature, expected) && bodyHolds) return;
  throw new SignatureError("The webhook's classic signature is not that of this client secret");
}

function checkV2(webhook: WebhookToVerify, body: Buffer, header: Header, secret: string): void {
  const timestamp = header("x-webhook-timestamp") ?? "";
  const expected = createHmac("sha256", secret).update(timestamp).update(body).digest("base64");
  if (!isSame(header("x-webhook-signature") ?? "", expected)) {
    throw new SignatureError("The webhook's v2 signature is not that of this client secret");
  }
  checkTime(webhook, Number(timestamp) / 1000);
}

/** https://www.standardwebhooks.com: any of the signatures, by any of the secrets. */
function checkStandard(
  webhook: WebhookToVerify,
  body: Buffer,
  header: Header,
  keys: readonly Uint8Array[],
): void {
  const [id, timestamp] = [header("webhook-id") ?? "", header("webhook-timestamp") ?? ""];
  const given = (header("webhook-signature") ?? "").split(" ").filter((one) => one.startsWith("v1,"));
  const expected = keys.map((key) => {
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  });
  if (!given.some((one) => expected.some((other) => isSame(one, other)))) {
    throw new SignatureError("The webhook's signature is not that of this webhook secret");
  }
  checkTime(webhook, Number(timestamp));
}

function checkTime({ toleranceSeconds = 300, nowMs = Date.now() }: WebhookToVerify, seconds: number): void {
  if (Math.abs(nowMs / 1000 - seconds) <= toleranceSeconds) return;
  throw new SignatureError(`The webhook was not signed within ${toleranceSeconds} seconds of now`);
}

/** In the same time, wherever they differ. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) =>
    createHmac("sha256", "compared").update(text).digest(),
  );
  return timingSafeEqual(left as Buffer, right as Buffer);
}

function readEvent(fields: Record<string, unknown>, id: string | null): WebhookEvent {
  const { event, type, data, signature: _, ...rest } = fields;
  const name = event ?? type;
  if (typeof name !== "string") throw new SignatureError("The webhook names no event");
  const inside = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : rest;
  return { type: name, ...(id === null ? {} : { id }), data: inside };
}
