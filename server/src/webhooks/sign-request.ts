/** The signatures of a webhook: the contract's field and headers, and Standard Webhooks. */
import { createHmac } from "node:crypto";
import type { EventData } from "./event-types.ts";

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
export function signV2(message: { timestampMs: number; body: string }, clientSecret: string): string {
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
