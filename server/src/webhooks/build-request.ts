/** Turns an event into the body and headers that an endpoint's format asks for. */
import type { EventData, EventType } from "./event-types.ts";
import { signBody, signFields, signStandard } from "./sign-request.ts";

/**
 * `classic_form`: the contract's form fields with `signature`. `classic_json`: the same as JSON of strings.
 * `standard`: JSON `{ type, timestamp, seq, data }`, signed by Standard Webhooks alone.
 */
export type Format = "classic_form" | "classic_json" | "standard";

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
}

export interface Signing {
  /** Keys of Standard Webhooks, the newest first. */
  readonly standardSecrets: readonly string[];
  /** The API client secret, for the classic formats. */
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
  const classicHeaders =
    format === "standard" ? {} : { "x-cf-signature": signBody(body, signing.clientSecret) };
  return {
    body,
    headers: {
      "content-type": format === "classic_form" ? "application/x-www-form-urlencoded" : "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signStandard({ id: message.id, timestampSeconds, body }, signing.standardSecrets),
      "x-webhook-seq": String(message.seq),
      ...classicHeaders,
    },
  };
}

function buildBody(format: Format, { type, seq, at, data }: Message, clientSecret: string): string {
  if (format === "standard") {
    return JSON.stringify({ type, timestamp: at.toISOString(), seq, data });
  }
  const fields = { event: type, ...data };
  const signed = { ...fields, signature: signFields(fields, clientSecret) };
  return format === "classic_json" ? JSON.stringify(signed) : new URLSearchParams(signed).toString();
}
