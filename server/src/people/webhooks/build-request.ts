/** Builds the body and headers for an event in the endpoint's format. */
import { createHmac } from "node:crypto";
import type { EventData, EventType } from "./event-types.ts";
import type { Rendered, Try } from "./send-deliveries.ts";
import { formatV2Time, type V2Data } from "./v2-data.ts";

/** The formats in which webhooks can be sent to an endpoint. */
export const FORMATS = ["classic_form", "classic_json", "standard", "v2"] as const;

/**
 * `classic_form`: the contract's form fields with `signature`. `classic_json`: the same as JSON of strings.
 * `standard`: JSON `{ type, timestamp, seq, data }`, signed only by Standard Webhooks. `v2`: JSON `{ type,
 * event_time, data }`, fields in snake case and amounts as numbers, signed in `x-webhook-signature`.
 */
export type Format = (typeof FORMATS)[number];

/** Returns true if the format is one of the two whose fields the classic contract signs. */
export function isClassic(format: Format): format is "classic_form" | "classic_json" {
  return format === "classic_form" || format === "classic_json";
}

// The signatures of a webhook: the contract's field and headers, and Standard Webhooks.

/**
 * Makes the classic `signature` field: the non-empty values of all other fields, sorted by name and joined
 * without separators, HMAC-SHA256 with the client secret, base64.
 */
export function signFields(fields: EventData, clientSecret: string): string {
  const joined = Object.keys(fields)
    .filter((name) => name !== "signature")
    .toSorted(compareCodes)
    .map((name) => fields[name])
    .join("");
  return createHmac("sha256", clientSecret).update(joined).digest("base64");
}

/** Makes the header `X-Cf-Signature`: HMAC-SHA256 of the raw body with the client secret, hex. */
export function signBody(body: string, clientSecret: string): string {
  return createHmac("sha256", clientSecret).update(body).digest("hex");
}

/** Makes `x-webhook-signature` of v2: HMAC-SHA256 of timestamp and body with the client secret, base64. */
function signV2(message: { timestampMs: number; body: string }, clientSecret: string): string {
  return createHmac("sha256", clientSecret).update(`${message.timestampMs}${message.body}`).digest("base64");
}

/**
 * Makes the header `webhook-signature` of Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`, base64, once
 * for every live secret (`whsec_...`), so that receivers can change to a new secret at their own pace.
 */
export function signStandard(
  message: { id: string; timestampSeconds: number; body: string },
  secrets: readonly string[],
): string {
  const signed = `${message.id}.${message.timestampSeconds}.${message.body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    })
    .join(" ");
}

/** Compares by code unit, as receivers sort, and not by the rules of a language. */
function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The keys and the format to sign with. */
export interface Signer {
  readonly format: Format;
  readonly standardSecrets: readonly string[];
  /** Null means that the merchant has no API key that could sign. */
  readonly clientSecret: string | null;
}

/** The end of a try. */
export type End = Pick<Try, "outcome" | "result">;

/** Returns the signed request for the next try of a delivery, or why there is none. */
export function prepareRequest(
  { format, standardSecrets, clientSecret }: Signer,
  { delivery, data, v2Data }: Rendered,
): { readonly request: WebhookRequest } | End {
  if (data === null || (format === "v2" && v2Data === null))
    return noAnswer("hindered", "the event could not be rendered");
  if (clientSecret === null && format !== "standard")
    return noAnswer("hindered", "there is no active API key to sign with");
  const signing = { standardSecrets, clientSecret: clientSecret ?? "", sentAt: new Date() };
  const { eventId: id, type, seq, at, tries } = delivery;
  const { body, headers } = buildRequest(format, { id, type, seq, at, data, v2Data }, signing);
  return { request: { body, headers: { ...headers, "x-webhook-attempt": String(tries + 1) } } };
}

/** Makes the result of a try without a response. */
export const noAnswer = (outcome: Try["outcome"], excerpt: string): End => ({
  outcome,
  result: { status: null, excerpt, retryAfterMs: null, durationMs: 0 },
});

/** The version of the v2 API in the header `x-webhook-version`. */
const V2_VERSION = "2024-01-01";

export interface WebhookMessage {
  /** The same for every try and every replay of an event, so that a receiver can drop duplicates. */
  readonly id: string;
  /** `TEST` is a probe without any meaning. */
  readonly type: EventType | "TEST";
  /** Position among the events of the same subject, from 1. */
  readonly seq: number;
  /** The time of the event, by the merchant's clock. */
  readonly at: Date;
  readonly data: EventData;
  /** Sent instead of `data` in the format v2; the other formats ignore it. */
  readonly v2Data?: V2Data | null;
}

interface Signing {
  /** Keys of Standard Webhooks, the newest first. */
  readonly standardSecrets: readonly string[];
  /** The API client secret, for the classic formats and v2. */
  readonly clientSecret: string;
  /** The sender's real time: a receiver compares it with its own clock, which no test clock moves. */
  readonly sentAt: Date;
}

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Builds the request for one try. The fields are the same in all tries. Signatures are made again with the
 * current keys, so that a key changed between two tries does not invalidate an event.
 */
export function buildRequest(format: Format, message: WebhookMessage, signing: Signing): WebhookRequest {
  const body = buildBody(format, message, signing.clientSecret);
  const timestampSeconds = Math.floor(signing.sentAt.getTime() / 1000);
  return {
    body,
    headers: {
      "content-type": format === "classic_form" ? "application/x-www-form-urlencoded" : "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signStandard({ id: message.id, timestampSeconds, body }, signing.standardSecrets),
      "x-webhook-seq": String(message.seq),
      ...signForContract(format, body, signing),
    },
  };
}

function signForContract(format: Format, body: string, signing: Signing): Record<string, string> {
  const { clientSecret, sentAt } = signing;
  if (isClassic(format)) return { "x-cf-signature": signBody(body, clientSecret) };
  if (format === "standard") return {};
  const timestampMs = sentAt.getTime();
  return {
    "x-webhook-signature": signV2({ timestampMs, body }, clientSecret),
    "x-webhook-timestamp": String(timestampMs),
    "x-webhook-version": V2_VERSION,
  };
}

function buildBody(format: Format, message: WebhookMessage, clientSecret: string): string {
  const { type, seq, at, data } = message;
  if (format === "v2") {
    if (!message.v2Data) throw new Error(`the event ${message.id} has nothing that v2 could say`);
    return JSON.stringify({ type, event_time: formatV2Time(at), data: message.v2Data });
  }
  if (format === "standard") {
    return JSON.stringify({ type, timestamp: at.toISOString(), seq, data });
  }
  const fields = { event: type, ...data };
  const signed = { ...fields, signature: signFields(fields, clientSecret) };
  return format === "classic_json" ? JSON.stringify(signed) : new URLSearchParams(signed).toString();
}
