import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { openSecrets } from "./send-deliveries.ts";
import { WebhookError } from "./errors.ts";
import type { Format } from "./build-request.ts";
import { readEndpoint } from "./endpoints.ts";
import { findMistake, type Mistake } from "./signature-mistakes.ts";
import { SCHEME_TABLE, signAs, type Material, type Scheme } from "./signature-schemes.ts";

interface SignatureToCheck {
  readonly endpointId: string;
  /** The signature to check. Default: the one by which the endpoint's format is verified. */
  readonly scheme?: Scheme | undefined;
  /** The body as it was received. */
  readonly body: string;
  /** The signature as it was received, or as the receiver's own code made it. */
  readonly signature: string;
  /** The header `webhook-timestamp` (seconds) or, for v2, `x-webhook-timestamp` (milliseconds). */
  readonly timestamp?: string | undefined;
  /** The header `webhook-id`. */
  readonly webhookId?: string | undefined;
}

/** `old_secret`: made with the key before the last rotation. `different`: another body or secret. */
export type SignatureVerdict = "right" | "old_secret" | "clock_skew" | "different" | Mistake;

export interface Diagnosis {
  readonly scheme: Scheme;
  readonly verdict: SignatureVerdict;
  /** The text that is signed. The signature itself is not returned: otherwise any text could be signed. */
  readonly baseString: string;
  /** Age of the timestamp in seconds; negative if it is in the future; null if there is none. */
  readonly skewSeconds: number | null;
}

/**
 * Checks a signature with the current keys and names the mistake behind a wrong one. Throws
 * `endpoint_not_found` and `api_key_missing`.
 */
export async function diagnoseSignature(
  ctx: Context,
  merchantId: string,
  given: SignatureToCheck,
): Promise<Diagnosis> {
  const { format, standardSecrets, clientSecret } = await readKeys(ctx, merchantId, given.endpointId);
  const scheme = given.scheme ?? SCHEME_OF[format];
  if (clientSecret === null && scheme !== "standard") throw WebhookError.api_key_missing();
  const { body, timestamp = "", webhookId = "" } = given;
  const material: Material = {
    body,
    timestamp: timestamp.trim(),
    webhookId: webhookId.trim(),
    clientSecret: clientSecret ?? "",
    standardSecrets,
  };
  return judgeSignature(material, { scheme, signature: given.signature.trim(), now: new Date() });
}

async function readKeys(ctx: Context, merchantId: string, endpointId: string) {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const endpoint = await readEndpoint(tx, endpointId);
    if (endpoint === undefined) throw WebhookError.endpoint_not_found({ endpointId });
    const clientSecret = await readWebhookSecret(tx, ctx.vault);
    const standardSecrets = openSecrets(ctx, merchantId, endpoint);
    return { format: endpoint.format, standardSecrets, clientSecret };
  });
}

const SCHEME_OF: Readonly<Record<Format, Scheme>> = {
  classic_form: "fields",
  classic_json: "fields",
  standard: "standard",
  v2: "v2",
};

/** The largest allowed difference between a timestamp and the receiver's clock, in seconds. */
const SKEW_MAX = 300;

/** Judges a signature from material that has been read already. Pure. */
export function judgeSignature(
  material: Material,
  { scheme, signature, now }: { readonly scheme: Scheme; readonly signature: string; readonly now: Date },
): Diagnosis {
  const shape = SCHEME_TABLE[scheme];
  const baseString = shape.base(material);
  const signatures = signature.split(/\s+/);
  const rights = shape.keys(material).map((key) => signAs(scheme, baseString, key));
  const place = rights.findIndex((right) => signatures.includes(right));
  const sentAtMs = shape.sentAtMs(material.timestamp);
  const skewSeconds = sentAtMs === null ? null : Math.round((now.getTime() - sentAtMs) / 1000);
  const verdict = (): SignatureVerdict => {
    if (place < 0) return findMistake(material, scheme, signatures) ?? "different";
    if (place > 0) return "old_secret";
    return Math.abs(skewSeconds ?? 0) > SKEW_MAX ? "clock_skew" : "right";
  };
  return { scheme, verdict: verdict(), baseString, skewSeconds };
}
