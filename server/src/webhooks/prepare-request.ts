import { buildRequest, type WebhookRequest } from "./build-request.ts";
import type { Format } from "./format.ts";
import type { Rendered, Try } from "./send-deliveries.ts";

/** The keys and the format to sign with. */
export interface Signer {
  readonly format: Format;
  readonly standardSecrets: readonly string[];
  /** Null: the merchant has no API key that could sign. */
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
