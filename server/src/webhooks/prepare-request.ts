import { buildRequest, type WebhookRequest } from "./build-request.ts";
import type { Format } from "./format.ts";
import type { Rendered, Try } from "./send-deliveries.ts";

/** Whose keys sign, and how. */
export interface Signer {
  readonly format: Format;
  readonly standardSecrets: readonly string[];
  /** null: the merchant has no API key that could sign. */
  readonly clientSecret: string | null;
}

/** How a try ended. */
export type End = Pick<Try, "outcome" | "result">;

/** The request for the next try of a delivery, signed for this moment; or why there can be none. */
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

/** A try to which no receiver said anything. */
export const noAnswer = (outcome: Try["outcome"], excerpt: string): End => ({
  outcome,
  result: { status: null, excerpt, retryAfterMs: null, durationMs: 0 },
});
