/**
 * The secret in a link's URL. It contains the merchant's ID, so that only that merchant's rows are searched,
 * and 160 random bits, which cannot be guessed.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#lib/config";
import type { Vault } from "#lib/vault";

const TOKEN = /^[A-Za-z0-9_-]{47}[A-Za-z0-9]$/;
const MERCHANT_BYTES = 16;
const RANDOM_BYTES = 20;
const PURPOSE = "links.token";

/** Makes a token that ends in a letter or digit: programs that detect URLs cut off a final hyphen. */
export function makeLinkToken(merchantId: string): string {
  const merchant = Buffer.from(merchantId.replaceAll("-", ""), "hex");
  for (;;) {
    const token = Buffer.concat([merchant, randomBytes(RANDOM_BYTES)]).toString("base64url");
    if (TOKEN.test(token)) return token;
  }
}

/** Returns the merchant in a token; null if it is not a token. */
export function merchantOfLinkToken(token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, "base64url").toString("hex", 0, MERCHANT_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Hashes a token for the lookup. It is random enough for a plain SHA-256. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function sealLinkToken(vault: Vault, merchantId: string, token: string): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, token);
}

/** Returns the payee's URL for a stored token. Throws VaultError if the token cannot be opened. */
export function linkAddressOf(
  { config, vault }: { config: Config; vault: Vault },
  { merchantId, sealedToken }: { merchantId: string; sealedToken: Buffer },
): string {
  const token = vault.open({ merchantId, purpose: PURPOSE }, sealedToken).toString();
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/pay/${token}`;
}
