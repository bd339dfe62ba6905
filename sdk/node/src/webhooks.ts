/** Verifies and reads webhooks in every format that the server sends. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { InvalidInputError, SignatureError } from "./errors.ts";
import { readClientSecret, readWebhookKey } from "./secrets.ts";

/** Headers from Node's http, Express, Fastify or `fetch`. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export interface WebhookToVerify {
  /** The raw body before any parser, as bytes or text. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** Verifies the classic signatures and the signature of the format v2. */
  readonly clientSecret?: string;
  /** Verifies the Standard Webhooks signature, which every format has: `whsec_...`, or several. */
  readonly webhookSecret?: string | readonly string[];
  /** The seconds that the signed time may differ from now. The default is 300. The classic signatures have no time. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. The default is now. */
  readonly nowMs?: number;
}

export interface WebhookEvent {
  /** The type of the event, such as `TRANSFER_SUCCESS`. */
  readonly type: string;
  /**
   * The ID of the message. It is the same when the message is sent again, so that you act only once. Only the Standard
   * Webhooks signature covers it: if you have only a client secret, use the IDs in `data`. Absent if the sender gave
   * none.
   */
  readonly id?: string;
  /** The event's fields. Numbers are kept as their exact text, so amounts never become floating point. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the event of a genuine webhook. Every signature that the given secrets can verify must be valid.
 * @throws {SignatureError} if it is forged, changed, too old or unreadable
 * @throws {InvalidInputError} if no secret is given, a secret is invalid, or the body was already parsed
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

/**
 * A secret that is given as undefined is refused, because otherwise fewer signatures would be verified than intended.
 */
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

/** Reads JSON or a form. JSON numbers stay text. */
function readFields(text: string, contentType: string | null): Record<string, unknown> {
  if (contentType?.includes("json") || (contentType === null && text.startsWith("{"))) {
    try {
      // The text is parsed once first, so that the slow search for numbers never runs on text that is not JSON.
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

/** Verifies the field `signature`, and the header over the raw body if there is one. */
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

/** https://www.standardwebhooks.com: any signature that is valid for any of the secrets is enough. */
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

/** Takes the same time, wherever the texts differ. */
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
