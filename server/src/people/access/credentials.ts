/**
 * The formats of keys and tokens. Each contains its merchant, so that looking it up stays inside that merchant's rows.
 */
import { hash, randomBytes } from "node:crypto";

export type MerchantMode = "sandbox" | "live";

const CLIENT_ID =
  /^vk_(?:sandbox|live)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[0-9a-f]{8}$/;
const TOKEN = /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/;

/** Makes a client id. It is no secret, and contains no dot, because signatures join it with a dot to a time. */
export function makeClientId(mode: MerchantMode, merchantId: string): string {
  return `vk_${mode}_${merchantId.replaceAll("-", "")}_${randomBytes(4).toString("hex")}`;
}

/** Returns the merchant that a client id names; null if the text is no client id. */
export function merchantOfClientId(clientId: string): string | null {
  const parts = CLIENT_ID.exec(clientId);
  return parts === null ? null : parts.slice(1).join("-");
}

/** Makes a client secret of 256 random bits. Its prefix lets secret scanners recognize it. */
export function makeSecret(mode: MerchantMode): string {
  return `vs_${mode}_${randomBytes(32).toString("base64url")}`;
}

/** A new opaque token of 256 random bits. */
export function makeToken(merchantId: string): string {
  const merchant = Buffer.from(merchantId.replaceAll("-", ""), "hex").toString("base64url");
  return `${merchant}.${randomBytes(32).toString("base64url")}`;
}

/** Returns the merchant that a token names; null if the text is no token. */
export function merchantOfToken(token: string): string | null {
  const merchant = TOKEN.exec(token)?.[1];
  if (merchant === undefined) return null;
  const hex = Buffer.from(merchant, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The hash that is stored of a secret or token. They are random enough that a plain SHA-256 reveals nothing. */
export function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

// Limits on calls, and how long tokens and signatures are valid.

/** A token is valid for this long. */
export const TOKEN_SECONDS = 600;

/** The time in a signature may differ from ours by this much. */
export const SIGNATURE_SECONDS = 600;

/** Calls per minute of a key pair, unless set otherwise. */
export const RATE_PER_MINUTE = 600;

/** Calls per minute of a key pair that an operator creates by command, unless set otherwise. */
export const RATE_PER_MINUTE_BY_COMMAND = 9_000;

/** Wrong secrets per minute, after which even the right one is refused. */
export const FAILURES_PER_MINUTE = { clientAtAddress: 10, address: 100 } as const;
