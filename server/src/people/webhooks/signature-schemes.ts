/** The four signatures that a webhook can carry: their input, and how they are written. */
import { createHmac } from "node:crypto";

/**
 * `fields`: the classic field `signature`. `body`: the header X-Cf-Signature. `v2`: x-webhook-signature.
 * `standard`: webhook-signature.
 */
export const SCHEMES = ["fields", "body", "v2", "standard"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The input of a signature, as a receiver has it. */
export interface Material {
  readonly body: string;
  /** The header's text; "" without one. */
  readonly timestamp: string;
  readonly webhookId: string;
  readonly clientSecret: string;
  /** `whsec_...`, the newest first. */
  readonly standardSecrets: readonly string[];
}

export type Encoding = "base64" | "hex";
export type Key = string | Buffer;

interface SchemeShape {
  readonly encoding: Encoding;
  readonly prefix: string;
  /** Returns the text that is signed. */
  base(material: Material): string;
  /** Returns the valid keys, the newest first. */
  keys(material: Material): readonly Key[];
  /** Returns the time of the timestamp in ms, or null if the scheme has no timestamp. */
  sentAtMs(timestamp: string): number | null;
}

const withClientSecret = ({ clientSecret }: Material): Key[] => [clientSecret];
const noMoment = (): null => null;

export const SCHEME_TABLE: Readonly<Record<Scheme, SchemeShape>> = {
  fields: {
    encoding: "base64",
    prefix: "",
    base: ({ body }) => joinValues(signedFields(body)),
    keys: withClientSecret,
    sentAtMs: noMoment,
  },
  body: {
    encoding: "hex",
    prefix: "",
    base: ({ body }) => body,
    keys: withClientSecret,
    sentAtMs: noMoment,
  },
  v2: {
    encoding: "base64",
    prefix: "",
    base: ({ timestamp, body }) => `${timestamp}${body}`,
    keys: withClientSecret,
    sentAtMs: (timestamp) => (/^\d+$/.test(timestamp) ? Number(timestamp) : null),
  },
  standard: {
    encoding: "base64",
    prefix: "v1,",
    base: ({ webhookId, timestamp, body }) => `${webhookId}.${timestamp}.${body}`,
    keys: ({ standardSecrets }) => standardSecrets.map(decodeSecret),
    sentAtMs: (timestamp) => (/^\d+$/.test(timestamp) ? Number(timestamp) * 1000 : null),
  },
};

/** Makes the HMAC-SHA256 as the scheme writes it. */
export function signAs(scheme: Scheme, base: string, key: Key, encoding?: Encoding): string {
  const shape = SCHEME_TABLE[scheme];
  return (
    shape.prefix +
    createHmac("sha256", key)
      .update(base)
      .digest(encoding ?? shape.encoding)
  );
}

/** Decodes the text that is pasted into a verifier to its key. */
function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.slice("whsec_".length), "base64");
}

/** Returns the fields of a classic body, a form or flat JSON, in the order received. */
export function fieldsOf(body: string): [name: string, value: string][] {
  if (!body.trimStart().startsWith("{")) return [...new URLSearchParams(body.trim())];
  try {
    const parsed: unknown = JSON.parse(body);
    return Object.entries(parsed as object).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}

/** Returns the fields that are signed: all but the signature, sorted by name. */
export function signedFields(body: string): [name: string, value: string][] {
  return fieldsOf(body)
    .filter(([name]) => name !== "signature")
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

export function joinValues(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([, value]) => value).join("");
}
