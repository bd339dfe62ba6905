import { request } from "undici";
import type { Json } from "./merchant-session.ts";

/** A webhook as the server gives it to a listener. */
export interface Taken {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly subjectId: string;
  readonly tries: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The receiver's response, in the form that the server expects. */
export interface Forwarded extends Json {
  readonly deliveryId: string;
  /** Absent: there was no response. */
  readonly status?: number;
  readonly excerpt: string;
  readonly durationMs: number;
}

/** The same time that the server itself gives a receiver. */
const ANSWER_WITHIN_MS = 15_000;
const EXCERPT_MAX = 1_000;

/**
 * Posts a webhook to a URL, with body and headers byte for byte as the server signed them. Without a URL it
 * counts as accepted. Never throws because of the receiver.
 */
export async function forwardWebhook(url: string | undefined, taken: Taken): Promise<Forwarded> {
  const { deliveryId } = taken;
  if (url === undefined) return { deliveryId, status: 200, excerpt: "", durationMs: 0 };
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const { statusCode: status, body } = await request(url, {
      method: "POST",
      headers: { "user-agent": "Vitaran-Webhooks/1", "accept-encoding": "identity", ...taken.headers },
      body: taken.body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { deliveryId, status, excerpt: cut(await body.text()), durationMs: took() };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { deliveryId, excerpt: cut(code ?? message), durationMs: took() };
  }
}

/** Shortens a text to one line, since people read it. */
const cut = (text: string): string =>
  text
    .slice(0, EXCERPT_MAX)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
