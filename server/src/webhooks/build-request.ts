/** Builds the body and headers for an event in the endpoint's format. */
import type { EventData, EventType } from "./event-types.ts";
import { isClassic, type Format } from "./format.ts";
import { signBody, signFields, signStandard, signV2 } from "./sign-request.ts";
import { formatV2Time, type V2Data } from "./v2-data.ts";

/** The version of the v2 API in the header `x-webhook-version`. */
const V2_VERSION = "2024-01-01";

export interface Message {
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

export interface Signing {
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
export function buildRequest(format: Format, message: Message, signing: Signing): WebhookRequest {
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

function buildBody(format: Format, message: Message, clientSecret: string): string {
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
