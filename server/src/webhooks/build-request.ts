/** Turns an event into the body and headers that an endpoint's format asks for. */
import type { EventData, EventType } from "./event-types.ts";
import { isClassic, type Format } from "./format.ts";
import { signBody, signFields, signStandard, signV2 } from "./sign-request.ts";
import { formatV2Time, type V2Data } from "./v2-data.ts";

/** Of the v2 API: what `x-webhook-version` says. */
const V2_VERSION = "2024-01-01";

export interface Message {
  /** The same for every try and every replay of an event: what a receiver remembers to drop duplicates. */
  readonly id: string;
  /** `TEST`: a probe that means nothing. */
  readonly type: EventType | "TEST";
  /** Position among the events of the same subject, from 1. */
  readonly seq: number;
  /** When it happened, by the merchant's clock. */
  readonly at: Date;
  readonly data: EventData;
  /** What the format v2 says instead of `data`; the others do not look at it. */
  readonly v2Data?: V2Data | null;
}

export interface Signing {
  /** Keys of Standard Webhooks, the newest first. */
  readonly standardSecrets: readonly string[];
  /** The API client secret, for the classic formats and v2. */
  readonly clientSecret: string;
  /** The sender's own clock: a receiver compares it with its own, which no test clock moves. */
  readonly sentAt: Date;
}

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Builds the request for one try. The fields are the same over all tries; signatures are made anew with the
 * keys that live at this moment, so that a key changed between two tries never strands an event.
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
